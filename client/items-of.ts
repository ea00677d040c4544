/** The items of all pages. A page can be empty although another one follows. */
export async function* itemsOf<Page extends { readonly cursor?: string }, Item>(
  pageAt: (cursor: string | undefined) => Promise<Page>,
  itemsIn: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, void> {
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    yield* itemsIn(page);
    cursor = page.cursor;
  } while (cursor !== undefined);
}
