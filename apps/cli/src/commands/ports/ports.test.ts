import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../test/fake-server.ts'
import { aWorld } from '../../../test/run-words.ts'
import { anInstance, idEndingIn } from '../../../test/samples.ts'

const url = 'https://8888-ins0123456789abcdef.apps.example.net'
const address = { port: 8888, url, access: 'link', links: 2, tcp: null }
const params = { id: anInstance().id, port: 8888 }

describe('ports', () => {
  it.each([[['ports', 'trial']], [['ports', 'list', 'trial']]])(
    'shows each port with access, links, what answers and its address: %s',
    async (words) => {
      await using world = await aWorld({ answers: withPorts() })
      const [head, row] = (await world.run(...words)).stdout.split('\n')
      expect(head).toMatch(/^PORT {2}ACCESS {2}LINKS {2}ANSWER {4}LATENCY {2}TITLE +TCP +ADDRESS$/)
      expect(row).toBe(`8888  link        2  HTTP 200    12 ms  JupyterLab  —    ${url}`)
    },
  )

  it('prints the contract’s JSON with each answer', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const [printed] = JSON.parse((await world.run('ports', 'trial', '--json')).stdout)
    expect(printed).toEqual({ ...address, answer })
  })

  it('names the way that needs no declared port where there is none', async () => {
    await using world = await aWorld({ answers: { ...withPorts(), 'ports.list': () => [] } })
    expect((await world.run('ports', 'trial')).stdout).toContain('gridloom forward')
  })
})

describe('ports share', () => {
  it('creates a link that ends, and prints it alone on stdout', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const ran = await world.run('ports', 'share', 'trial', '8888', '--for', '7d', '--note', 'Ada')
    expect(ran.stdout).toBe(`${url}/.gridloom/link?key=gll_x\n`)
    expect(ran.stderr).toContain('Anyone with this link can open port 8888 until')
    expect(world.server.calls.at(-1)).toMatchObject({
      name: 'ports.createLink',
      params,
      body: { expires_in_s: 604_800, note: 'Ada' },
    })
  })

  it('makes a port public', async () => {
    await using world = await aWorld({ answers: withPorts() })
    expect((await world.run('ports', 'share', 'trial', '8888', '--public')).stdout).toBe(`${url}\n`)
    expect(world.server.calls.at(-1)).toMatchObject({
      name: 'ports.change',
      body: { access: 'public' },
    })
  })

  it.each([
    [['--for', '91d'], '--for must be a duration'],
    [['--for', '5s'], '--for must be a duration'],
    [['--for', 'soon'], '--for must be a duration'],
    [['--public', '--for', '1d'], 'cannot be combined'],
  ])('refuses %s before it calls the server', async (options, problem) => {
    await using world = await aWorld({ answers: withPorts() })
    const ran = await world.run('ports', 'share', 'trial', '8888', ...options)
    expect(ran).toMatchObject({ code: 2 })
    expect(ran.stderr).toContain(problem)
    expect(world.server.calls).toEqual([])
  })
})

it('ports unshare makes a port private', async () => {
  await using world = await aWorld({ answers: withPorts() })
  const ran = await world.run('ports', 'unshare', 'trial', '8888')
  expect(ran.stdout).toBe('Port 8888 of trial is private.\n')
  expect(world.server.calls.at(-1)).toMatchObject({ params, body: { access: 'private' } })
})

describe('ports links', () => {
  it('lists the links to a port, and prints the contract’s JSON', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const { stdout } = await world.run('ports', 'links', 'trial', '8888')
    expect(stdout).toMatch(/eeee5555 +Ada +2026-11-21 09:00:00 +2026-11-28 09:00:00/)
    expect(world.server.calls.at(-1)).toMatchObject({ name: 'ports.links', params })
    const json = await world.run('ports', 'links', 'trial', '8888', '--json')
    expect(JSON.parse(json.stdout)).toEqual([link])
  })

  it('names the way to create one, and a port that is none', async () => {
    await using world = await aWorld({ answers: { ...withPorts(), 'ports.links': () => [] } })
    const { stdout } = await world.run('ports', 'links', 'trial', '8888')
    expect(stdout).toContain('gridloom ports share trial 8888')
    expect((await world.run('ports', 'links', 'trial', 'http')).code).toBe(2)
  })
})

describe('ports revoke-link', () => {
  it.each(['eeee5555', 'Ada'])('revokes one link by its ID or note: %s', async (wanted) => {
    await using world = await aWorld({ answers: withPorts() })
    const ran = await world.run('ports', 'revoke-link', 'trial', '8888', wanted)
    expect(ran.stdout).toBe('Revoked link eeee5555 to port 8888 of trial.\n')
    expect(world.server.calls.at(-1)?.params).toEqual({ ...params, link_id: link.id })
    const json = await world.run('ports', 'revoke-link', 'trial', '8888', wanted, '--json')
    expect(json.stdout).toBe('{}\n')
  })

  it('revokes nothing for a link that is not there', async () => {
    await using world = await aWorld({ answers: withPorts() })
    expect((await world.run('ports', 'revoke-link', 'trial', '8888', 'Eve')).code).toBe(4)
    expect(world.server.calls.at(-1)?.name).toBe('ports.links')
  })
})

describe('ports open-tcp', () => {
  it('opens a public TCP port, and prints where it is alone on stdout', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const allow = ['--allow', '203.0.113.7', '--allow', '2001:db8::/32']
    const ran = await world.run('ports', 'open-tcp', 'trial', '8888', ...allow)
    expect(ran.stdout).toBe('gridloom.example:20000\n')
    expect(ran.stderr).toContain('203.0.113.7/32, 2001:db8::/32 can connect to port 8888 now')
    const allowed = ['203.0.113.7/32', '2001:db8::/32']
    expect(world.server.calls.at(-1)).toMatchObject({ params, body: { allowed } })
  })

  it('says that everyone can connect where no network is named', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const ran = await world.run('ports', 'open-tcp', 'trial', '8888')
    expect(ran.stderr).toContain('Everyone can connect')
    expect(world.server.calls.at(-1)).toMatchObject({ body: { allowed: [] } })
  })

  it('refuses what is no network before it calls the server', async () => {
    await using world = await aWorld({ answers: withPorts() })
    const ran = await world.run('ports', 'open-tcp', 'trial', '8888', '--allow', 'example.net')
    expect(ran).toMatchObject({ code: 2 })
    expect(ran.stderr).toContain('not "example.net"')
    expect(world.server.calls).toEqual([])
  })
})

it('ports close-tcp gives a public TCP port back', async () => {
  await using world = await aWorld({ answers: withPorts() })
  const ran = await world.run('ports', 'close-tcp', 'trial', '8888')
  expect(ran.stdout).toBe('Port 8888 of trial has no public TCP port any more.\n')
  expect(world.server.calls.at(-1)).toMatchObject({ name: 'ports.closeTcp', params })
})

const answer = { kind: 'http', status: 200, title: 'JupyterLab', latency_ms: 12.3 }

const link = {
  id: idEndingIn('lnk', 'eeee5555'),
  note: 'Ada',
  created_at: '2026-11-21T09:00:00.000Z',
  expires_at: '2026-11-28T09:00:00.000Z',
  created_by: idEndingIn('acc', 'ffff6666'),
}

function withPorts(): Answers {
  return {
    'instances.list': () => [anInstance({ ports: [8888] })],
    'ports.list': () => [address],
    'ports.answer': () => answer,
    'ports.change': ({ body }) => ({ ...address, ...Object(body) }),
    'ports.openTcp': ({ body }) => ({
      ...address,
      tcp: { host: 'gridloom.example', port: 20_000, ...Object(body) },
    }),
    'ports.closeTcp': () => ({}),
    'ports.links': () => [link],
    'ports.revokeLink': () => ({}),
    'ports.createLink': () => ({ link, url: `${url}/.gridloom/link?key=gll_x` }),
  }
}
