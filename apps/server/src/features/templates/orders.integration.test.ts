import { type InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { TemplateId } from '@gridloom/contract/core/ids'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { NewTemplate } from '@gridloom/contract/templates/template'
import { makeBoxKey, openBox } from '@gridloom/domain/sealed/sealed-box'
import { eventually } from '@gridloom/testkit/eventually'
import { describe, expect, it } from 'vitest'
import { specsOf, withInstances } from '../../../test/instances.ts'
import type { InstancesCtx } from '../instances/ctx.ts'
import { destroyInstance } from '../instances/destroy-instance.ts'
import { readInstance } from '../instances/read-instance.ts'
import { createVolume } from '../volumes/create-volume.ts'
import type { VolumesCtx } from '../volumes/ctx.ts'
import { changeTemplate } from './change-template.ts'
import { createTemplate } from './create-template.ts'
import { readTemplate } from './read-template.ts'
import { foldStarts } from './starts-store.ts'

const options = '-e FROM_OPTIONS=1 -e SHARED=options -p 80 --shm-size 64m -w /srv -u 1000 -h lab'

describe('an instance of a template', () => {
  it('runs its version with its options, under the environment of the order', async () => {
    await using site = await setup({ container_options: true })
    const { id } = await site.create(site.renter, {
      docker_options: options,
      launch_mode: 'entrypoint',
      docker_entry_point_tags: ['serve', 'a b'],
      env: { SHARED: 'fields', FIELD: '1' },
      ports: [80, 81],
    })
    const env = { FIELD: 'order' }
    const instance = await site.order({ template_id: id, env })
    expect(instance).toMatchObject({
      ...{ template_name: 'Lab', template: { id, version: '1' }, ports: [80, 81] },
      env: { FROM_OPTIONS: '1', SHARED: 'fields', FIELD: 'order' },
    })
    await eventually(() =>
      expect(specsOf(site, instance.id)).toMatchObject([
        {
          arguments: ['serve', 'a b'],
          options: { shm_mib: 64, workdir: '/srv', user: '1000', hostname: 'lab', ulimits: [] },
        },
      ]),
    )
    await changeTemplate(site.renter, id, body({ description: 'Newer.' }))
    const later = await readInstance(site.renter, instance.id)
    expect(later.template).toEqual({ id, version: '1' })
  })

  it('is refused by a machine whose agent cannot apply its options, which are named', async () => {
    await using site = await setup({})
    const { id } = await site.create(site.renter, { docker_options: options })
    await expect(site.order({ template_id: id })).rejects.toMatchObject({
      code: 'options_unsupported',
      details: { options: '--shm-size, --workdir, --user, --hostname' },
    })
    const without = await site.create(site.renter, { docker_options: '-e A=b' })
    await expect(site.order({ template_id: without.id })).resolves.toMatchObject({
      env: { A: 'b' },
    })
  })

  it('is refused where JupyterLab’s own variable is one more than a machine takes', async () => {
    await using site = await setup({})
    const env = Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`A${at}`, '']))
    const { id } = await site.create(site.renter, { env, launch_mode: 'jupyter' })
    await expect(site.order({ template_id: id })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { env: expect.stringContaining('64') },
    })
  })

  it('is refused with options of its own fields that are not allowed', async () => {
    await using site = await setup({ container_options: true })
    const template = { image_path_with_tag: 'debian', docker_options: '--network host' }
    await expect(site.order({ template })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { 'template.docker_options': expect.stringContaining('--network') },
    })
  })

  it('is ordered with the version that was looked at, or not at all', async () => {
    await using site = await setup({})
    const { id } = await site.create(site.renter, {})
    const seen = { template_id: id, template_version: '1' }
    const ordered = await site.order(seen, site.renter, 'once')
    await changeTemplate(site.renter, id, body({ on_start_script: 'echo other' }))
    await expect(site.order(seen)).rejects.toMatchObject({
      code: 'template_changed',
      details: { version: '2' },
    })
    // Its answer was lost: the order is there.
    expect((await site.order(seen, site.renter, 'once')).id).toBe(ordered.id)
  })

  it('is refused where the template names a volume that the order has at the same path', async () => {
    await using site = await setup({ volumes: true })
    const volume = await createVolume(site.volumes, {
      ...{ name: 'datasets', size_gb: 1, offer_id: (await site.offerOf(site.machineId)).id },
    })
    const { id } = await site.create(site.renter, { docker_options: '-v datasets:/data' })
    const volumes = [{ volume_id: volume.id, path: '/data', mode: 'read_write' }]
    await expect(site.order({ template_id: id, volumes })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { volumes: expect.any(String) },
    })
  })

  it('is refused where the template names a volume that the account does not have', async () => {
    await using site = await setup({ container_options: true })
    const { id } = await site.create(site.renter, { docker_options: '-v datasets:/data' })
    await expect(site.order({ template_id: id })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('datasets'),
    })
  })

  it('is pulled with the login of its template, which only its machine can read', async () => {
    const key = await makeBoxKey()
    await using site = await setup({ container_options: true, seal_key: key.publicKey })
    const login = {
      ...{ docker_repo_server: 'registry.example.com', docker_repo_username: 'team' },
      ...{ docker_repo_password: 'of the registry', public_template: true },
    }
    const { id } = await site.create(site.renter, login)
    const instance = await site.order({ template_id: id })
    expect(JSON.stringify(instance)).not.toContain('of the registry')
    await eventually(() => expect(specsOf(site, instance.id)).toHaveLength(1))
    const sent = loginIn(specsOf(site, instance.id))
    expect(sent).toMatchObject({ server: 'registry.example.com', username: 'team' })
    const sealed = sent?.sealed_password ?? ''
    expect(await openBox(key, sealed, instance.id)).toBe('of the registry')
    // Its author's login is no gift to others.
    const others = await site.order({ template_id: id }, await site.account(4_000_000))
    await eventually(() => expect(specsOf(site, others.id)).toHaveLength(1))
    expect(loginIn(specsOf(site, others.id))).toBeNull()
  })

  it('is refused by a machine that cannot open the login of its template', async () => {
    await using site = await setup({ container_options: true })
    const { id } = await site.create(site.renter, { docker_repo_password: 'p' })
    await expect(site.order({ template_id: id })).rejects.toMatchObject({
      code: 'options_unsupported',
      details: { options: 'the registry login' },
    })
  })

  it('cannot be ordered with a private template of somebody else', async () => {
    await using site = await setup({})
    const { id } = await site.create(await site.account(0), {})
    await expect(site.order({ template_id: id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the counts of a template', () => {
  it('count first starts by others: what succeeded, what the template failed, and not its own account’s', async () => {
    await using site = await setup({}, 4)
    const author = await site.account(4_000_000)
    const { id } = await site.create(author, { public_template: true })
    const start = async (as: InstancesCtx, ends: Partial<InstanceReport>) => {
      const instance = await site.order({ template_id: id }, as)
      await site.heartbeat([site.report(instance.id, ends)])
      await site.heartbeat([site.report(instance.id, { ...ends, ready: false, phase: 'failed' })])
      await destroyInstance(as, instance.id)
    }
    const failed = (code: 'start_script_failed' | 'engine_unreachable') => ({
      ...{ ready: false, phase: 'failed' as const },
      reason: { code, text: '', exit_code: null },
    })
    await start(author, { ready: true })
    await start(site.renter, { ready: true })
    await start(site.renter, failed('start_script_failed'))
    await start(site.renter, failed('engine_unreachable'))
    await site.system.transact((tx) => foldStarts(tx))
    await site.system.transact((tx) => foldStarts(tx))
    expect(await readTemplate(site.renter, id)).toMatchObject({
      ...{ uses: 3, starts: { succeeded: 1, failed: 1 } },
    })
  })
})

/** No machine is asked to create a volume. */
const noTurns: VolumesCtx['volumeTurns'] = {
  start: () => {},
  [Symbol.asyncDispose]: async () => {},
}

/** The login in the last spec that a machine was sent. */
function loginIn(specs: readonly unknown[]) {
  return InstanceSpec.pick({ registry_login: true }).parse(specs.at(-1)).registry_login
}

function body(changed: object) {
  return NewTemplate.parse({
    ...{ template_name: 'Lab', image_path_with_tag: 'gridloom/base:latest' },
    ...changed,
  })
}

async function setup(hardware: Partial<Hardware>, cpuSlots = 2) {
  const site = await withInstances({ hardware, cpuSlots })
  return {
    ...site,
    volumes: { ...site.renter, volumeTurns: noTurns },
    create: (as: InstancesCtx, changed: object): Promise<{ id: TemplateId }> =>
      createTemplate(as, body(changed)),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
