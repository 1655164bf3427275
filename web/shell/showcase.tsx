export default function Showcase() {
  return <p>ui</p>
}
