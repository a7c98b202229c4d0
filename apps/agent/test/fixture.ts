import { readFileSync } from 'node:fs'

/** Reads a file in the `fixtures` folder beside a test; `here` is the test's `import.meta.url`. */
export function fixture(here: string, name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, here), 'utf8')
}
