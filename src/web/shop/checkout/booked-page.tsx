export default function BookedPage() {
  return <h1>BookedPage</h1>;
}
