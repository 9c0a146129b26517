export default function Risultati() {
  return null
}
