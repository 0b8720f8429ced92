/** For developers: the ways in, first requests, the key, the state of the service. */
export function Developers() {
  return <h1>Developers</h1>;
}
