// The browser profiles of a test file. Most of the time that a page needs to come up goes into compiling it, and a
// process that shows a second page of the same site has that done. So the pages of a file share a profile, which keeps
// nothing between them (the page itself stores nothing; service workers have a profile of their own).

/** A profile is given up after so many pages, as its process may not have freed the memory of those closed. */
const PAGES = 15;

export class Contexts {
  /** `anchor`: the address of something small on the site, open beside the pages so that their process lives on; none, and no profile is shared. */
  constructor(browser, anchor) {
    Object.assign(this, { browser, anchor, shared: new Map(), apart: [] });
  }

  /** A profile with these options of Playwright's, for one page; with `apart` one that has shown nothing yet. */
  async give(options, apart = false) {
    if (apart || !this.anchor || options.serviceWorkers === 'allow') {
      const context = await this.browser.newContext(options);
      this.apart.push(context);
      return context;
    }
    const key = JSON.stringify(options);
    if (!this.shared.has(key)) this.shared.set(key, { made: this.make(options), pages: 0 });
    const entry = this.shared.get(key);
    entry.pages += 1;
    return entry.made;
  }

  async make(options) {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    await page.goto(this.anchor);
    return context;
  }

  /** After a test, when its pages are closed. */
  async tidy() {
    const over = this.apart.splice(0);
    for (const [key, { made, pages }] of this.shared) {
      if (pages < PAGES) continue;
      over.push(await made);
      this.shared.delete(key);
    }
    await Promise.all(over.map((context) => context.close()));
  }
}
