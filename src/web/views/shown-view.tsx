/** The view of the address, below what could not be loaded. */
import { Route, Router } from 'preact-iso';
import { RequestProblem } from '../design/problem.tsx';
import { useViews } from './views.tsx';

export function ShownView() {
  const { views, isThere, again } = useViews();
  return (
    <>
      {again && (
        <div class="view-problem">
          <RequestProblem code="UNREACHABLE" onAgain={again} />
        </div>
      )}
      {isThere && (
        <Router>
          {views.map(({ path, component }) =>
            path === undefined ? <Route default component={component} /> : <Route path={path} component={component} />,
          )}
        </Router>
      )}
    </>
  );
}
