export default function BookingsPage() {
  return <h1>BookingsPage</h1>;
}
