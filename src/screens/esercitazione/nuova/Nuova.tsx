export default function Nuova() {
  return null
}
