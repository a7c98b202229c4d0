import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anInstanceId, aSpec } from '../../test/builders.ts'
import { createInstanceFiles, fileOf, recordOf } from './instance-file.ts'
import { newRecord } from './record.ts'

const now = { monotonicMs: 0, wallMs: Date.parse('2026-01-01T00:00:00Z') }
const name = `${anInstanceId}.json`

describe('the file of an instance', () => {
  it('is read back as it was saved, with the meter held', async () => {
    await using test = await setup()
    const record = {
      ...newRecord(aSpec({ generation: 4 }), now),
      ...{ stopAsked: true, network: 'net', systemBoot: 'boot-1' },
    }
    await test.files.save(record)
    const [file] = await test.files.readAll()
    expect(file && recordOf(file, { now, systemBoot: 'boot-1' })).toMatchObject({
      spec: record.spec,
      stopAsked: true,
      network: 'net',
      systemBoot: 'boot-1',
      meterHeld: true,
    })
  })

  it('of an agent that knew no options of containers is read with none', async () => {
    await using test = await setup()
    await test.files.save(newRecord(aSpec(), now))
    const { spec, ...file } = fileOf(newRecord(aSpec({ generation: 4 }), now))
    const { options: _, arguments: __, ...older } = spec
    await writeFile(join(test.folder, name), JSON.stringify({ ...file, spec: older }))
    expect(await test.files.readAll()).toMatchObject([{ spec: aSpec({ generation: 4 }) }])
    expect(test.unreadable).toEqual([])
  })

  it('is readable by its owner only, as it contains the renter’s environment', async () => {
    await using test = await setup()
    await test.files.save(newRecord(aSpec({ env: { TOKEN: 'secret' } }), now))
    expect((await stat(join(test.folder, name))).mode & 0o777).toBe(0o600)
  })

  it('has the newest state after many saves at once', async () => {
    await using test = await setup()
    const record = newRecord(aSpec(), now)
    const saves = Array.from({ length: 20 }, (_, generation) => {
      record.observedGeneration = generation
      return test.files.save(record)
    })
    await Promise.all(saves)
    const written = JSON.parse(await readFile(join(test.folder, name), 'utf8'))
    expect(written.observed_generation).toBe(19)
  })

  it('is gone after its removal, even with a save in progress', async () => {
    await using test = await setup()
    const record = newRecord(aSpec(), now)
    const saving = test.files.save(record)
    await test.files.remove(record)
    await saving
    await test.files.settled()
    expect(await readdir(test.folder)).toEqual([])
  })

  it('is reported and skipped when it is torn, of a later version or invalid', async () => {
    await using test = await setup()
    const file = fileOf(newRecord(aSpec(), now))
    await test.files.save(newRecord(aSpec(), now))
    await writeFile(join(test.folder, 'ins_torn.json'), '{')
    await writeFile(join(test.folder, 'ins_later.json'), JSON.stringify({ ...file, version: 2 }))
    await writeFile(
      join(test.folder, 'ins_back.json'),
      JSON.stringify({ ...file, meter: { ...file.meter, readyMs: -1 } }),
    )
    expect(await test.files.readAll()).toHaveLength(1)
    expect(test.unreadable.map((path) => path.replace(/.*_/, '')).sort()).toEqual([
      'back.json',
      'later.json',
      'torn.json',
    ])
  })
})

async function setup() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-instance-files-'))
  const unreadable: string[] = []
  return {
    files: createInstanceFiles(dataDir, (path) => unreadable.push(path)),
    folder: join(dataDir, 'instances'),
    unreadable,
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
