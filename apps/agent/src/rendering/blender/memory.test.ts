import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { residentMib } from './memory.ts'

describe('the memory of a process', () => {
  it('is the sum over its descendants, of all threads', async () => {
    await using proc = await setup()
    await proc.has(10, { rssKib: 1_024, threads: { 10: '20 ', 11: '30 31 ' } })
    await proc.has(20, { rssKib: 2_048, threads: { 20: '' } })
    await proc.has(30, { rssKib: 4_096, threads: { 30: '' } })
    await proc.has(31, { rssKib: 8_192, threads: { 31: '' } })
    expect(await residentMib(10, proc.path)).toBe(15)
  })

  it('counts processes that ended as 0', async () => {
    await using proc = await setup()
    await proc.has(10, { rssKib: 1_024, threads: { 10: '20 ' } })
    expect(await residentMib(10, proc.path)).toBe(1)
    expect(await residentMib(99, proc.path)).toBe(0)
  })

  it('is read from the real /proc', async () => {
    expect(await residentMib(process.pid)).toBeGreaterThan(20)
  })
})

async function setup() {
  const path = await mkdtemp(join(tmpdir(), 'gridloom-proc-'))
  return {
    path,
    has: async (pid: number, is: { rssKib: number; threads: Record<number, string> }) => {
      await mkdir(join(path, `${pid}`), { recursive: true })
      const status = `Name:\tblender\nVmPeak:\t99999 kB\nVmRSS:\t   ${is.rssKib} kB\n`
      await writeFile(join(path, `${pid}/status`), status)
      for (const [thread, children] of Object.entries(is.threads)) {
        await mkdir(join(path, `${pid}/task/${thread}`), { recursive: true })
        await writeFile(join(path, `${pid}/task/${thread}/children`), children)
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
