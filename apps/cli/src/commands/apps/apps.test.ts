import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { appAnswers, page } from '../../../test/app-samples.ts'
import { type Call, LostAnswer, Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { aMachine } from '../../../test/samples.ts'

describe('apps', () => {
  it('are listed with their price and how soon they are ready, within 80 characters', async () => {
    await using world = await aWorld({ answers: appAnswers(), columns: 80 })
    const { stdout } = await world.run('apps', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ slug: 'web-page' }])
    const list = (await world.run('apps', 'list', '--category', 'web')).stdout
    expect(list).toMatch(/web-page .*\$0\.042\/h +~1 s/)
    expect(Math.max(...list.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(world.server.calls.at(-1)?.query).toMatchObject({ category: 'web' })
  })

  it('show what they ask for, and their measured starts', async () => {
    await using world = await aWorld({ answers: appAnswers() })
    const { stdout } = await world.run('apps', 'show', 'web-page')
    expect(stdout).toContain('TITLE: Title, It works by default')
    expect(stdout).toContain('PASSWORD: Password, generated unless set')
    expect(stdout).toMatch(/CPU +there +~1 s +~2 s +9 +1/)
  })

  it('are launched with their fields, and print address and login', async () => {
    await using world = await aWorld({ answers: appAnswers() })
    const words = ['--set', 'TITLE=a=b', '--yes', '--wait']
    const { stdout } = await world.run('apps', 'launch', 'web-page', ...words)
    expect(stdout).toContain('https://8080-ins1.apps.example.net/')
    expect(stdout).toMatch(/User +web/)
    expect(stdout).toMatch(/Password +s3cret/)
    const launched = world.server.calls.find(({ name }) => name === 'apps.launch')
    expect(launched?.body).toMatchObject({ fields: { TITLE: 'a=b' } })
  })

  it('are launched once where the answer was lost', async () => {
    let calls = 0
    const { 'apps.launch': launch, ...answers } = appAnswers()
    const lost = {
      ...answers,
      'apps.launch': (call: Call) => (calls++ === 0 ? new LostAnswer() : launch?.(call)),
    }
    await using world = await aWorld({ answers: lost })
    expect((await world.run('apps', 'launch', 'web-page', '--yes')).code).toBe(0)
    const keys = world.server.calls
      .filter(({ name }) => name === 'apps.launch')
      .map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('are refused with a field that is no pair', async () => {
    await using world = await aWorld({ answers: appAnswers() })
    expect((await world.run('apps', 'launch', 'web-page', '--set', 'TITLE')).code).toBe(2)
    expect(world.server.calls).toEqual([])
  })

  it('are held ready on a machine', async () => {
    const answers = { ...appAnswers(), 'machines.list': () => [aMachine({ name: 'tower' })] }
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('machines', 'prepare', 'tower', 'web-page')
    expect(stdout).toContain('Web page is waiting')
  })

  it('are hidden by the operator, who is told what is wrong in a file', async () => {
    await using world = await aWorld({ answers: appAnswers() })
    const { stdout } = await world.run('operator', 'apps', 'hide', 'web-page')
    expect(stdout).toContain('Web page is hidden.')
    expect((await world.run('operator', 'apps', 'add', 'x', 'no-such-file.json')).code).toBe(2)
  })
})

describe('operator apps inspect', () => {
  it('shows an app of the store, hidden or not', async () => {
    const answers = { 'apps.readAny': () => ({ ...page, hidden: true }) }
    await using world = await aWorld({ answers })
    const { stdout } = await world.run('operator', 'apps', 'inspect', 'web-page')
    expect(stdout).toContain('TITLE: Title')
    const json = await world.run('operator', 'apps', 'inspect', 'web-page', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ slug: 'web-page', hidden: true })
  })

  it('says that there is none', async () => {
    await using world = await aWorld({
      answers: { 'apps.readAny': () => new Refusal('not_found') },
    })
    expect((await world.run('operator', 'apps', 'inspect', 'x')).code).toBe(4)
  })
})

const png = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)

describe('operator apps picture', () => {
  it('sets and removes the picture and screenshots', async () => {
    await using world = await aWorld({ answers: { 'apps.changePicture': () => page } })
    const file = join(world.home, 'icon.png')
    await writeFile(file, png)
    const set = await world.run('operator', 'apps', 'picture', 'web-page', file)
    expect(set.stdout).toBe('The picture of Web page is set.\n')
    expect(world.server.calls.at(-1)).toMatchObject({
      params: { slug: 'web-page', place: 0 },
      body: { image: 'data:image/png;base64,iVBORw0KGgoA' },
    })
    const words = ['operator', 'apps', 'picture', 'web-page', '--screenshot', '2', '--remove']
    expect((await world.run(...words)).stdout).toBe('Screenshot 2 of Web page is removed.\n')
    expect(world.server.calls.at(-1)).toMatchObject({ params: { place: 2 }, body: { image: null } })
    expect(JSON.parse((await world.run(...words, '--json')).stdout)).toMatchObject({
      slug: 'web-page',
    })
  })

  it('refuses neither, both and what is no picture, before any call', async () => {
    await using world = await aWorld({ answers: { 'apps.changePicture': () => page } })
    const file = join(world.home, 'notes.txt')
    await writeFile(file, 'notes')
    for (const words of [[], [file, '--remove'], [file], [join(world.home, 'none.png')]])
      expect((await world.run('operator', 'apps', 'picture', 'web-page', ...words)).code).toBe(2)
    expect(world.server.calls).toEqual([])
  })

  it('says that a predefined app keeps its own', async () => {
    const answers = { 'apps.changePicture': () => new Refusal('app_predefined') }
    await using world = await aWorld({ answers })
    const ran = await world.run('operator', 'apps', 'picture', 'web-page', '--remove')
    expect(ran.stderr).toContain('app_predefined')
  })
})
