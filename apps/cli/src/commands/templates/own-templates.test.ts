import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'
import { aTemplate } from '../../../test/samples.ts'
import { templateCode as code, lab, templateAnswers } from '../../../test/template-samples.ts'

describe('templates copy', () => {
  it('copies by id what is visible, and by code what is shared', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    expect((await world.run('templates', 'copy', 'debian')).stdout).toContain(
      'Copied Debian as lab.',
    )
    await world.run('templates', 'copy', code)
    const copies = world.server.calls.filter(({ name }) => name === 'templates.copy')
    expect(copies.map(({ body }) => body)).toEqual([
      { id: aTemplate().id },
      { template_code: code },
    ])
  })

  it('says that the password of a registry is missing', async () => {
    const copied = { ...lab, docker_repo_username: 'ada' }
    await using world = await aWorld({
      answers: { ...templateAnswers(), 'templates.copy': () => copied },
    })
    expect((await world.run('templates', 'copy', 'lab')).stderr).toContain(
      'gridloom templates edit lab --registry-user ada',
    )
  })
})

describe('templates share', () => {
  it('prints code and link', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const { stdout } = await world.run('templates', 'share', 'lab')
    expect(stdout).toContain(code)
    expect(stdout).toContain(`${world.server.url}/template/view/${lab.id}?code=${code}`)
  })

  it('renews the code, and lists it for everyone, without a change of its content', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const ran = await world.run('templates', 'share', 'lab', '--renew', '--public')
    expect(ran.stdout).toContain('everyone')
    const calls = world.server.calls.filter(({ name }) => name !== 'templates.list')
    expect(calls.map(({ name }) => name)).toEqual(['templates.renewCode', 'templates.change'])
    expect(calls[1]?.body).toMatchObject({
      ...{ public_template: true, from_version: '3', name: 'lab', ports: [80] },
    })
  })
})

describe('templates export', () => {
  it('prints the text alone', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const ran = await world.run('templates', 'export', code, '--format', 'docker-run')
    expect(ran.stdout).toBe('docker run debian:12\n')
    const call = world.server.calls.find(({ name }) => name === 'templates.export')
    expect(call?.query).toEqual({ format: 'docker_run', code })
  })
})

describe('templates versions', () => {
  it('lists what each version changed', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    const { stdout } = await world.run('templates', 'versions', 'lab')
    expect(stdout).toMatch(/ 2 +2026-11-21 09:00:00 +ada +debian:13 +image_path_with_tag, ports/)
    expect(stdout).toMatch(/ 1 +2026-11-21 09:00:00 +— +debian:12 +—/)
  })

  it('restores one as the newest', async () => {
    await using world = await aWorld({ answers: templateAnswers() })
    expect((await world.run('templates', 'restore', 'lab', '1')).stdout).toBe(
      'Restored version 1 of lab as version 4.\n',
    )
  })
})

describe('templates delete', () => {
  it('deletes only after a confirmation', async () => {
    await using world = await aWorld({ answers: templateAnswers(), person: ['no'] })
    expect((await world.run('templates', 'delete', 'lab')).code).toBe(130)
    expect((await world.run('templates', 'delete', 'lab', '--json')).code).toBe(2)
    expect((await world.run('templates', 'delete', 'lab', '--yes')).stdout).toBe('Deleted lab.\n')
  })
})
