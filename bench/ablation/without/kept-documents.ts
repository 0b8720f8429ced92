/** Every document is parsed, validated and weighed again. */
import * as whole from '../../../src/graphql/execution/documents.ts';

export * from '../../../src/graphql/execution/documents.ts';

export class Documents extends whole.Documents {
  override prepare(text: string): ReturnType<whole.Documents['prepare']> {
    this.forget(text);
    return super.prepare(text);
  }
}
