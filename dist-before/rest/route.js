/** Whether an address below `/api` is one of the route's. */
export function isAddressOf(route, address) {
    const wanted = route.path.split('/');
    const asked = address.split('/');
    return (wanted.length === asked.length &&
        wanted.every((segment, index) => (segment.startsWith('{') ? asked[index] !== '' : asked[index] === segment)));
}
//# sourceMappingURL=route.js.map