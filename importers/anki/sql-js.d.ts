declare module 'sql.js/dist/sql-wasm-inline.js' {
  const init: (settings?: object) => Promise<unknown>
  export default init
}
