import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aSignedReceipt, receiptText } from '@gridloom/testkit/signed-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance } from '../../../test/samples.ts'

const receipt = aSignedReceipt(180)
const text = receiptText(receipt)
const days = receipt.entries.flatMap((entry) => {
  if (entry.type !== 'day') return []
  const { type: _type, index: _index, path: _path, ...day } = entry
  return [{ ...day, transaction: null }]
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gridloom-receipts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('receipt verify', () => {
  it('checks a receipt without a server', async () => {
    await using world = await aWorld({})
    const { stdout, code } = await world.run('receipt', 'verify', await fileOf(text))
    expect(stdout).toMatch(/Receipt +holds/)
    expect(stdout).toMatch(/Signed by the machine +10800 of 10800 s/)
    expect(stdout).toMatch(/Days +2026-12-31\n/)
    expect(code).toBe(0)
    expect(world.server.calls).toEqual([])
  })

  it('prints the facts as JSON', async () => {
    await using world = await aWorld({})
    const { stdout } = await world.run('receipt', 'verify', await fileOf(text), '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ valid: true, records: 180, running_s: 10_800, unsigned_s: 0, key: receipt.key },
    })
  })

  it.each([
    ['one changed byte', text.replace('"seconds":60', '"seconds":61'), 'Record 1 was changed'],
    ['another spelling', text.replace('"seconds":60', '"seconds": 60'), 'Line 2 is no line'],
    ['a missing interval', without(3), 'Record 2 is missing'],
    ['a line that is cut off', text.slice(0, -1), 'is cut off'],
    ['no receipt', 'hello\n', 'Line 1 is no line'],
    ['a line without end', 'x'.repeat(30_000), 'no signed receipt'],
  ])('fails for %s', async (_what, changed, problem) => {
    await using world = await aWorld({})
    const { code, stderr } = await world.run('receipt', 'verify', await fileOf(changed))
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
  })

  it('fails for another key than the known one, and rejects what is no key', async () => {
    await using world = await aWorld({})
    const file = await fileOf(text)
    const other = await world.run('receipt', 'verify', file, '--key', aSignedReceipt(1).key)
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('another key')
    expect((await world.run('receipt', 'verify', file, '--key', 'x')).code).toBe(2)
    expect((await world.run('receipt', 'verify', `${file}.none`)).code).toBe(4)
  })

  it('--published compares the days with those of the server', async () => {
    const file = await fileOf(text)
    const answers = (published: readonly object[]) => {
      const pages = [published, []]
      return { 'receipts.listDays': () => ({ key: receipt.key, days: pages.shift() ?? [] }) }
    }
    await using same = await aWorld({ answers: answers(days) })
    const { stdout } = await same.run('receipt', 'verify', file, '--published')
    expect(stdout).toContain('2026-12-31, as published')
    const transaction = {
      ...{ chain_id: 1, hash: `0x${'a'.repeat(64)}`, height: 7, explorer_url: null },
    }
    const onChain = days.map((day) => ({ ...day, transaction }))
    await using chained = await aWorld({ answers: answers(onChain) })
    const shown = await chained.run('receipt', 'verify', file, '--published')
    expect(shown.stdout).toContain(`2026-12-31: ${transaction.hash} in block 7 of chain 1`)
    const apart = days.map((day) => ({ ...day, previous: 'b'.repeat(64) }))
    await using broken = await aWorld({ answers: answers(apart) })
    const refused = await broken.run('receipt', 'verify', file, '--published')
    expect(refused.stderr).toContain('do not follow: 2026-12-31')
    const changed = days.map((day) => ({ ...day, hash: 'a'.repeat(64) }))
    await using other = await aWorld({ answers: answers(changed) })
    const ran = await other.run('receipt', 'verify', file, '--published')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('publishes another root for 2026-12-31')
    await using none = await aWorld({ answers: answers([]) })
    expect((await none.run('receipt', 'verify', file, '--published')).stderr).toContain(
      'does not publish 2026-12-31',
    )
  })
})

describe('receipt --signed', () => {
  it('downloads the signed receipt into a file, or prints it', async () => {
    const { id } = anInstance()
    const answers = { 'receipts.download': () => new TextEncoder().encode(text) }
    await using world = await aWorld({ answers })
    const file = path.join(folder, 'downloaded.jsonl')
    const saved = await world.run('receipt', id, '--signed', '-o', file)
    expect(saved.stdout).toContain(`Saved ${file}`)
    expect((await world.run('receipt', 'verify', file)).code).toBe(0)
    expect((await world.run('receipt', id, '--signed', '-o', file)).code).toBe(2)
    expect((await world.run('receipt', id, '--signed')).stdout).toBe(text)
    expect((await world.run('receipt', id, '-o', file)).code).toBe(2)
  })
})

let files = 0
async function fileOf(content: string): Promise<string> {
  files += 1
  const file = path.join(folder, `receipt-${files}.jsonl`)
  await writeFile(file, content)
  return file
}

/** The receipt without one of its lines. */
function without(line: number): string {
  return text
    .split('\n')
    .toSpliced(line - 1, 1)
    .join('\n')
}
