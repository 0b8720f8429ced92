export default function RoomsPage() {
  return <h1>RoomsPage</h1>;
}
