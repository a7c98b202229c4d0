import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { environmentWith } from '@gridloom/testkit/config'
import { expect, it } from 'vitest'
import { version } from '../src/version.ts'

const bundle = fileURLToPath(new URL('../dist/bin/gridloom.mjs', import.meta.url))

it('the bundle of script/bootstrap shows its version and runs the agent', async () => {
  expect(existsSync(bundle)).toBe(true)
  expect(await ran('--version')).toBe(`${version}\n`)
  expect(await ran('agent', '--help')).toContain('gridloom agent')
})

async function ran(...words: string[]): Promise<string> {
  const options = { env: environmentWith({}), timeout: 30_000 }
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, ...words], options)
  return stdout
}
