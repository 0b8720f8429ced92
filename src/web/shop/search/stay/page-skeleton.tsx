/** The place of a page about a stay or a hotel that is on its way. */
import { useCommonTexts } from '../../../texts/index.ts';

export function PageSkeleton() {
  const { loading } = useCommonTexts();
  return (
    <div class="stack stay-skeleton" aria-busy="true">
      <p class="unseen" role="status">
        {loading}
      </p>
      <div class="skeleton head" />
      <div class="skeleton gallery" />
      <div class="skeleton body" />
    </div>
  );
}
