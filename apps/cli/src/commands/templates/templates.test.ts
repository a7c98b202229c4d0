import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { templateCode as code, lab, templateAnswers } from '../../../test/template-samples.ts'

describe('templates', () => {
  it('lists predefined ones and own ones, without a subcommand too', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const { stdout } = await world.run('templates', 'list')
    expect(stdout).toMatch(/aaaa9999 +lab +3 +debian:12 +own +15 GB +80 /)
    expect(stdout).toMatch(/eeee5555 +debian +1 +debian:12 +predefined/)
    expect((await world.run('templates')).stdout).toBe(stdout)
    expect(world.server.calls[0]?.query).toMatchObject({ list: 'usable' })
  })

  it('lists public ones with their authors and uses, by text and tag', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const words = ['--public', '--search', 'torch', '--tag', 'notebook']
    const { stdout } = await world.run('templates', 'list', ...words)
    expect(stdout).toMatch(/bbbb9999 +theirs +1 +debian:12 +eve +12 +75 %/)
    expect(world.server.calls[0]?.query).toMatchObject({
      ...{ list: 'public', search: 'torch', tag: 'notebook' },
    })
    expect((await world.run('templates', 'list', '--public', '--own')).code).toBe(2)
  })

  it('fit a terminal of 80 characters', async () => {
    await using world = await aWorld({ answers: templateAnswers(), columns: 80 })
    const lists = [await world.run('templates'), await world.run('templates', 'list', '--public')]
    const widths = lists.flatMap(({ stdout }) => stdout.split('\n').map((line) => line.length))
    expect(Math.max(...widths)).toBeLessThanOrEqual(80)
  })

  it('are completed by their names', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const ran = await world.run('complete', '--', 'templates', 'show', 'l')
    expect(ran.stdout).toBe('lab\tdebian:12\n')
    const cleared = await world.run('complete', '--', 'templates', 'edit', 'lab', '--clear', 'po')
    expect(cleared.stdout).toBe('ports\t\n')
  })
})

describe('templates show', () => {
  it('prints everything about one, with its script and README', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const { stdout } = await world.run('templates', 'show', 'lab')
    expect(stdout).toContain('port 80 answers / within 60 s')
    expect(stdout).toContain('GPU, at least 24 GiB GPU memory')
    expect(stdout).toContain('\nStart script\necho one\necho two\n\nREADME\n# About\n')
  })

  it('opens one that was shared by its code, and a public one by its id', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    expect((await world.run('templates', 'show', code)).stdout).toContain('shared, by eve')
    expect((await world.run('templates', 'show', 'bbbb9999')).stdout).toContain('public, by eve')
    expect((await world.run('templates', 'show', 'theirs')).code).toBe(4)
  })
})

describe('templates default', () => {
  it('shows, chooses and resets the template that orders begin with', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    expect((await world.run('templates', 'default')).stdout).toBe('Debian, version 1\n')
    expect((await world.run('templates', 'default', 'lab')).stdout).toContain('begin with Debian')
    await world.run('templates', 'default', '--reset')
    expect((await world.run('templates', 'default', 'lab', '--reset')).code).toBe(2)
    const chosen = world.server.calls.filter(({ name }) => name === 'templates.changeDefault')
    expect(chosen.map(({ body }) => body)).toEqual([{ id: lab.id }, { id: null }])
  })
})

describe('templates check-image', () => {
  it('prints what the registry has, with a login from standard input', async () => {
    await using world = await aWorld({ answers: templateAnswers(), stdin: 'secret\n' })
    const login = ['--registry-user', 'ada', '--registry-password-stdin']
    const { stdout } = await world.run('templates', 'check-image', 'ghcr.io/a/b:1', ...login)
    expect(stdout).toMatch(/Signed in as +ada\n/)
    expect(stdout).toContain('linux/amd64, linux/arm64')
    expect(world.server.calls[0]?.body).toMatchObject({
      ...{ image_path_with_tag: 'ghcr.io/a/b:1', docker_repo_password: 'secret' },
    })
  })

  it('fails for an image that the registry does not have', async () => {
    const refused = { 'templates.checkImage': () => new Refusal('image_not_found') }
    await using world = await aWorld({ answers: refused })
    expect((await world.run('templates', 'check-image', 'a/b')).code).toBe(4)
  })
})
