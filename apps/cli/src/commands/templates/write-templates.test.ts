import { TemplateContent } from '@gridloom/contract/templates/template'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../test/fake-server.ts'
import { aWorld, type World } from '../../../test/run-words.ts'
import { aTemplate, idEndingIn } from '../../../test/samples.ts'

describe('templates create', () => {
  it('makes a template from options, private unless it is asked for', async () => {
    const files = { 'start.sh': 'echo hello\n', 'README.md': '# Lab' }
    await using world = await aWorld({ answers: answers(), files })
    const words = ['--name', 'Lab', '--image', 'python:3.13', '--port', '80', '--port', '81']
    const container = ['--mode', 'entrypoint', '--arg', '--flag', '--env', 'A=b=c', '--disk', '20']
    const texts = ['--start-script', 'start.sh', '--readme', 'README.md', '--tag', 'notebook']
    const needs = ['--kind', 'gpu', '--vram-gib', '24', '--ready', 'http:80/', '--slug', 'lab']
    const more = ['--filter', 'cuda>=12.4 region:EU']
    const options = [...words, ...container, ...texts, ...needs, ...more]
    const ran = await world.run('templates', 'create', ...options)
    expect(ran.stdout).toContain('gridloom rent <offer> --template lab')
    expect(bodyOf(world, 'templates.create')).toEqual({
      ...TemplateContent.parse({ template_name: 'Lab', image_path_with_tag: 'python:3.13' }),
      name: 'lab',
      public_template: false,
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['--flag'],
      env: { A: 'b=c' },
      ports: [80, 81],
      recommended_disk_gb: 20,
      on_start_script: 'echo hello\n',
      template_description: '# Lab',
      tags: ['notebook'],
      extra_filters: { kind: 'gpu', vram_mib_min: 24_576, cuda_min: '12.4', region: 'EU' },
      readiness: { kind: 'http', port: 80, path: '/', timeout_s: 600 },
    })
  })

  it('says what is wrong with a filter, and creates nothing', async () => {
    await using world = await aWorld({ answers: answers() })
    const words = ['--name', 'Lab', '--image', 'python:3.13', '--filter', 'cud>=12']
    const ran = await world.run('templates', 'create', ...words)
    expect([ran.code, ran.stderr]).toEqual([
      2,
      expect.stringContaining('--filter: cud is no field of offers; did you mean cuda?.'),
    ])
    expect(world.server.calls).toEqual([])
  })

  it('reads a Compose file, prints what it leaves out, and puts options above it', async () => {
    const files = { 'compose.yaml': 'services: {}' }
    await using world = await aWorld({ answers: answers(), files })
    const words = ['--from=compose.yaml', '--service', 'web', '--name', 'lab', '--env', 'B=2']
    const ran = await world.run('templates', 'create', ...words)
    expect(ran.stderr).toBe('Left out:\n  privileged: not allowed\n')
    expect(bodyOf(world, 'templates.parse')).toEqual({
      ...{ kind: 'compose', text: 'services: {}', service: 'web' },
    })
    expect(bodyOf(world, 'templates.create')).toMatchObject({
      template_name: 'lab',
      image_path_with_tag: 'nginx:1',
      env: { A: '1', B: '2' },
    })
  })

  it('reads a docker run command', async () => {
    await using world = await aWorld({ answers: answers() })
    const words = ['--from-run', 'docker run nginx:1', '--name', 'lab', '--public']
    expect((await world.run('templates', 'create', ...words)).code).toBe(0)
    expect(bodyOf(world, 'templates.parse')).toEqual({
      ...{ kind: 'docker_run', text: 'docker run nginx:1' },
    })
    expect(bodyOf(world, 'templates.create')).toMatchObject({ public_template: true })
  })

  it('reads JSON without a call, under its own name unless another is given', async () => {
    const text = '{"name": "lab", "template_name": "Lab", "image_path_with_tag": "debian:12"}'
    await using world = await aWorld({ answers: answers(), stdin: text })
    await world.run('templates', 'create', '--from=-')
    await world.run('templates', 'create', '--from=-', '--name', 'Other')
    expect(world.server.calls.map(({ name, body }) => [name, body])).toMatchObject([
      ['templates.create', { name: 'lab', template_name: 'Lab' }],
      ['templates.create', { template_name: 'Other' }],
    ])
    expect(world.server.calls[1]?.body).not.toHaveProperty('name')
  })

  it.each([
    [['--name', 'lab'], 'Specify an image'],
    [['--image', 'debian:12'], 'Specify a name'],
    [['--name', 'lab', '--from=missing'], 'not found'],
    [['--name', 'lab', '--from=notes.txt'], 'is not a Dockerfile'],
    [['--from=-', '--readme', '-'], 'Only one option can read standard input'],
    [['--from=compose.yaml', '--from-run', 'docker run a'], 'cannot be used with'],
    [['--name', 'lab', '--image', 'a', '--ready-timeout', '5'], 'needs --ready'],
    [['--name', 'lab', '--image', 'a', '--registry-user', 'ada'], '--registry-password-stdin'],
  ])('with %j creates nothing', async (words, problem) => {
    await using world = await aWorld({ answers: answers(), files: { 'notes.txt': 'notes' } })
    const ran = await world.run('templates', 'create', ...words)
    expect(ran).toMatchObject({ code: 2 })
    expect(ran.stderr).toContain(problem)
    expect(world.server.calls).toEqual([])
  })

  it('asks for the password of a registry, or reads it from standard input', async () => {
    await using world = await aWorld({ answers: answers(), person: ['secret'], stdin: 'piped\n' })
    const words = ['--name', 'lab', '--image', 'a', '--registry-user', 'ada']
    await world.run('templates', 'create', ...words)
    await world.run('templates', 'create', ...words, '--registry-password-stdin')
    const logins = world.server.calls.map(({ body }) => body)
    expect(logins).toMatchObject([
      { docker_repo_username: 'ada', docker_repo_password: 'secret' },
      { docker_repo_username: 'ada', docker_repo_password: 'piped' },
    ])
  })
})

describe('templates edit', () => {
  it('changes only what is given, from the version that it read', async () => {
    await using world = await aWorld({ answers: answers() })
    const words = ['--image', 'debian:13', '--env', 'B=2', '--vcpus', '4']
    const ran = await world.run('templates', 'edit', 'lab', ...words)
    expect(ran.stdout).toBe('Changed lab, which is at version 4 now.\n')
    expect(bodyOf(world, 'templates.change')).toEqual({
      ...TemplateContent.parse({ template_name: 'Lab', image_path_with_tag: 'debian:13' }),
      name: 'lab',
      public_template: true,
      from_version: '3',
      env: { A: '1', B: '2' },
      ports: [80],
      recommended_disk_gb: 15,
      description: 'A plain Debian.',
      docker_repo_username: 'ada',
      extra_filters: { kind: 'gpu', vcpus_min: 4 },
    })
  })

  it('empties fields before it sets them', async () => {
    await using world = await aWorld({ answers: answers() })
    const cleared = ['env', 'ports', 'filters', 'registry'].flatMap((word) => ['--clear', word])
    await world.run('templates', 'edit', 'lab', ...cleared, '--env', 'B=2', '--private')
    expect(bodyOf(world, 'templates.change')).toMatchObject({
      env: { B: '2' },
      ports: [],
      extra_filters: {},
      public_template: false,
      docker_repo_username: '',
      docker_repo_password: null,
    })
  })

  it('takes over what a file says, and keeps the rest', async () => {
    const files = { 'compose.yaml': 'services: {}' }
    await using world = await aWorld({ answers: answers(), files })
    await world.run('templates', 'edit', 'lab', '--from=compose.yaml')
    expect(bodyOf(world, 'templates.change')).toMatchObject({
      name: 'lab',
      image_path_with_tag: 'nginx:1',
      env: { A: '1' },
      ports: [80],
    })
  })

  it.each([[[]], [['--clear', 'name']], [['--public', '--private']]])(
    'with %j changes nothing',
    async (words) => {
      await using world = await aWorld({ answers: answers() })
      expect((await world.run('templates', 'edit', 'lab', ...words)).code).toBe(2)
      expect(world.server.calls).toEqual([])
    },
  )

  it('finds nothing that is not the account’s own', async () => {
    await using world = await aWorld({ answers: { ...answers(), 'templates.list': () => [] } })
    expect((await world.run('templates', 'edit', 'debian', '--public')).code).toBe(4)
  })
})

function bodyOf({ server }: World, name: string): unknown {
  return server.calls.find((call) => call.name === name)?.body
}

function answers(): Answers {
  const lab = aTemplate({
    ...{ id: idEndingIn('tpl', 'aaaa9999'), name: 'lab', template_name: 'Lab', version: '3' },
    ...{ access: 'own', public_template: true, template_code: '4k7m2p9qx3ws8z1b' },
    ...{ env: { A: '1' }, ports: [80], extra_filters: { kind: 'gpu' } },
    ...{ docker_repo_username: 'ada', docker_repo_password_saved: true },
  })
  return {
    'templates.list': () => [lab],
    'templates.read': () => lab,
    'templates.create': () => lab,
    'templates.change': () => ({ ...lab, version: '4' }),
    'templates.parse': () => ({
      content: { image_path_with_tag: 'nginx:1', env: { A: '1' } },
      refused: [{ part: 'privileged', reason: 'not allowed' }],
    }),
  }
}
