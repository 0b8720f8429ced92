export default function StayPage() {
  return <h1>StayPage</h1>;
}
