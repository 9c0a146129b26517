declare module 'sql.js/dist/sql-asm.js' {
  const init: (settings?: object) => Promise<unknown>
  export default init
}
