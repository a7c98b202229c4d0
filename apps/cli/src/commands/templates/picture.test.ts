import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { lab, templateAnswers } from '../../../test/template-samples.ts'

const hash = 'a'.repeat(64)
const pictured = { ...lab, template_image: `/api/templates/images/${hash}` }
const head = { webp: 'RIFF\n\0\0\0WEBP?', gif: 'GIF89a' }
const webp = Buffer.from(head.webp)

it('sets the picture of a template, and removes it', async () => {
  await using world = await aWorld({ answers: answers() })
  const file = join(world.home, 'lab.webp')
  await writeFile(file, webp)
  const set = await world.run('templates', 'picture', 'lab', file)
  expect(set.stdout).toBe('The picture of lab is set.\n')
  expect(world.server.calls.at(-1)).toMatchObject({
    params: { id: lab.id },
    body: { image: `data:image/webp;base64,${webp.toString('base64')}` },
  })
  const removed = await world.run('templates', 'picture', 'lab', '--remove', '--json')
  expect(JSON.parse(removed.stdout)).toMatchObject({ id: lab.id })
  expect(world.server.calls.at(-1)?.body).toEqual({ image: null })
})

it('saves the picture, and replaces no file unasked', async () => {
  await using world = await aWorld({ answers: answers() })
  const file = join(world.home, 'saved.webp')
  const saved = await world.run('templates', 'picture', 'lab', '-o', file, '--json')
  expect(JSON.parse(saved.stdout)).toEqual({ file, bytes: webp.length })
  expect(await readFile(file)).toEqual(webp)
  expect(world.server.calls.at(-1)?.params).toEqual({ hash })
  expect((await world.run('templates', 'picture', 'lab', '-o', file)).code).toBe(2)
  expect((await world.run('templates', 'picture', 'lab', '-o', file, '--force')).code).toBe(0)
})

it('says that a template has none', async () => {
  await using world = await aWorld({ answers: templateAnswers() })
  const ran = await world.run('templates', 'picture', 'lab', '-o', join(world.home, 'x.png'))
  expect(ran).toMatchObject({ code: 4 })
  expect(ran.stderr).toContain('lab has no picture.')
})

it('refuses what is no picture and too large ones before any call, and shows what the server says', async () => {
  const fields = { image: 'Use a picture of at least 32 × 32 pixels' }
  await using world = await aWorld({
    answers: { ...answers(), 'templates.changeImage': () => new Refusal('invalid_input', fields) },
  })
  const file = join(world.home, 'picture')
  for (const bytes of [Buffer.from(head.gif), Buffer.alloc(256 * 1_024 + 1)]) {
    await writeFile(file, bytes)
    expect((await world.run('templates', 'picture', 'lab', file)).code).toBe(2)
  }
  expect((await world.run('templates', 'picture', 'lab')).code).toBe(2)
  expect((await world.run('templates', 'picture', 'lab', world.home)).code).toBe(2)
  expect(world.server.calls).toEqual([])
  await writeFile(file, webp)
  expect((await world.run('templates', 'picture', 'lab', file)).stderr).toContain('32 × 32')
})

function answers() {
  return {
    ...templateAnswers(),
    'templates.list': () => [pictured],
    'templates.changeImage': () => pictured,
    'templates.image': () => webp,
  }
}
