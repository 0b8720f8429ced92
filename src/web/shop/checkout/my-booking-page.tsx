export default function MyBookingPage() {
  return <h1>MyBookingPage</h1>;
}
