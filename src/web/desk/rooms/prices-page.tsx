export default function PricesPage() {
  return <h1>PricesPage</h1>;
}
