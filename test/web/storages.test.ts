import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage, windowStorage } from '../../src/web/storages.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser's storage, which may refuse what it is given. */
class FakeStorage {
  refuses = false;
  setItem(name: string, text: string) {
    if (this.refuses) throw new Error('no room');
    Object.assign(this, { [name]: text });
  }
  getItem = (name: string) => (this as unknown as Record<string, string>)[name] ?? null;
  removeItem(name: string) {
    if (this.refuses) throw new Error('no room');
    Reflect.deleteProperty(this, name);
  }
}

test('what a browser has no room for is there until the page is left, and what it takes is its own again', () => {
  const storage = new FakeStorage();
  vi.stubGlobal('sessionStorage', storage);
  windowStorage.set('test', 'first');
  storage.refuses = true;
  windowStorage.set('test', 'second');
  windowStorage.set('test 2', 'third');
  expect(windowStorage.get('test')).toBe('second');
  expect(windowStorage.names()).toEqual(expect.arrayContaining(['test', 'test 2']));
  windowStorage.set('test', null);
  expect(windowStorage.get('test')).toBeNull();
  storage.refuses = false;
  windowStorage.set('test', 'fourth');
  windowStorage.set('test 2', null);
  expect([storage.getItem('test'), windowStorage.get('test'), windowStorage.get('test 2')]).toEqual([
    'fourth',
    'fourth',
    null,
  ]);
});

test('where even the name of a storage fails, it keeps texts as long as the page is open', () => {
  vi.stubGlobal('localStorage', undefined);
  expect([browserStorage.get('test'), browserStorage.parsed('test'), browserStorage.names()]).toEqual([null, null, []]);
  browserStorage.set('test', '[1]');
  expect([browserStorage.parsed('test'), browserStorage.names()]).toEqual([[1], ['test']]);
  browserStorage.set('test', null);
  expect(browserStorage.get('test')).toBeNull();
});

test('a text that is no JSON is nothing', () => {
  vi.stubGlobal('localStorage', new FakeStorage());
  browserStorage.set('test', '[{');
  expect(browserStorage.parsed('test')).toBeNull();
});
