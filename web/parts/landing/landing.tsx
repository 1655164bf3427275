/** What a visitor sees first. */
export default function Landing() {
  return (
    <section className="page py-16">
      <h1 className="text-5xl">Encuentra quien te cuide</h1>
    </section>
  )
}
