export default function DeliveriesPage() {
  return <h1>DeliveriesPage</h1>;
}
