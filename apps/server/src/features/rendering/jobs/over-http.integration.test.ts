import type { RenderJobId, RenderSceneId } from '@gridloom/contract/core/ids'
import type { Scope } from '@gridloom/contract/scopes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type PeopleFixture, refusalOf, type Someone, withPeople } from '../../../../test/people.ts'
import { someContents } from '../../../../test/render-jobs.ts'
import { checkLedger } from '../../ledger/index.ts'

it('leads a job through its life over the API, and records each write in the audit log', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const { client } = ada
  const { taskId: id } = await client.rendering.create({
    body: { scene_id: await aScene(site, ada) },
  })
  const params = { id }
  const { job, scene } = await client.rendering.read({ params })
  expect(scene.file_name).toBe('spring.blend')
  const settings = { ...job.settings, frames: '1-4' }
  expect((await client.rendering.change({ params, body: { settings } })).frames_total).toBe(4)
  expect((await client.rendering.test({ params, body: {} })).state).toBe('testing')
  expect((await client.rendering.cancel({ params })).state).toBe('draft')
  const started = await client.rendering.start({ params, body: { budget_micro_usd: 1_000_000 } })
  expect(started).toMatchObject({ state: 'rendering', held_micro_usd: 1_000_000 })
  expect((await client.ledger.balance()).held_micro_usd).toBe(1_000_000)
  expect((await client.rendering.pause({ params })).state).toBe('paused')
  expect((await client.rendering.resume({ params })).state).toBe('rendering')
  await client.rendering.retry({ params, body: {} })
  await client.rendering.approve({ params, body: { frames: [1] } })
  await client.rendering.reject({ params, body: { frames: [1] } })
  expect(await client.rendering.overview({ params })).toEqual([
    { from: 1, count: 4, state: 'pending' },
  ])
  expect((await client.rendering.frames({ params, query: { limit: 3 } })).length).toBe(3)
  expect(await client.rendering.chunks({ params })).toEqual({ chunks: [], total: 0 })
  expect(await client.rendering.checks({ params })).toEqual([])
  expect(await client.rendering.receipt({ params })).toMatchObject({ lines: [], final: false })
  expect((await client.rendering.list({ query: { open: true } })).total).toBe(1)
  await client.rendering.cancel({ params })
  await client.rendering.remove({ params })
  expect((await client.rendering.list()).total).toBe(0)
  const { rows } = await sql<{ action: string; subject: string }>`
    select action, subject from audit_entries where action like 'rendering.%'`.execute(site.db)
  expect(rows.map(({ action }) => action.replace('rendering.', '')).sort()).toEqual(
    'approve cancel cancel change create pause reject remove resume retry start test'.split(' '),
  )
  expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set([id]))
  expect(await checkLedger(site.db)).toMatchObject({ clean: true })
})

it('publishes changes of a job on its own stream and on the event stream', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const { taskId: id } = await aJob(site, ada)
  const stop = new AbortController()
  const own = eventsOf(await openStream(site, ada, `/api/render/jobs/${id}/stream`, stop.signal))
  const all = eventsOf(await openStream(site, ada, '/api/events', stop.signal))
  expect(await own.until('job')).toMatchObject({ taskId: id, state: 'draft' })
  // The creation of the job may arrive first.
  const changed = all.until('render', { priority: 77 })
  await ada.client.rendering.change({ params: { id }, body: { priority: 77 } })
  expect(await changed).toMatchObject({ taskId: id, priority: 77 })
  expect(await own.until('job', { priority: 77 })).toMatchObject({ taskId: id })
  stop.abort()
})

it('requires one scope to read jobs and the other to change them', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const { taskId: id } = await aJob(site, ada)
  const reader = await aKey(site, ada, ['renders:read'])
  const writer = await aKey(site, ada, ['renders:write'])
  const body = { budget_micro_usd: 1_000 }
  expect((await reader.rendering.read({ params: { id } })).job.taskId).toBe(id)
  expect((await refusalOf(reader.rendering.start({ params: { id }, body }))).code).toBe(
    'scope_missing',
  )
  expect((await refusalOf(writer.rendering.read({ params: { id } }))).code).toBe('scope_missing')
  expect((await writer.rendering.start({ params: { id }, body })).state).toBe('rendering')
})

it('shows the hold of a job beside the spend of its key', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const key = await aKey(site, ada, ['renders:read', 'renders:write'], 5_000)
  const scene_id = await aScene(site, ada)
  const { taskId: id } = await key.rendering.create({ body: { scene_id } })
  await key.rendering.start({ params: { id }, body: { budget_micro_usd: 4_000 } })
  const [shown] = await ada.client.keys.apiKeys()
  expect(shown).toMatchObject({ spent_micro_usd: 0, held_micro_usd: 4_000 })
})

it('keeps an account from being closed while it renders, and erases its data afterwards', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const { taskId: id } = await aJob(site, ada)
  await ada.client.rendering.start({ params: { id }, body: { budget_micro_usd: 1_000 } })
  expect(await refusalOf(ada.client.privacy.closeAccount())).toMatchObject({
    code: 'account_in_use',
    details: { what: '1 render job and $0.001 on hold' },
  })
  const exported = JSON.parse(await (await ada.client.privacy.exportData()).text())
  expect(exported).toMatchObject({
    render_scenes: [{ file_name: 'spring.blend' }],
    render_jobs: [{ id, settings: { camera: 'Camera' } }],
  })
  expect(exported.render_frames.length).toBe(10)
  await ada.client.rendering.cancel({ params: { id } })
  await ada.client.privacy.closeAccount()
  const { rows } = await sql<{ left: string }>`
    select coalesce(string_agg(j::text || s::text, ''), '') as left
    from render_jobs j join render_scenes s on s.id = j.scene_id where j.account_id = ${ada.id}`.execute(
    site.db,
  )
  expect(rows[0]?.left).toContain(id)
  expect(rows[0]?.left).not.toMatch(/spring|Camera|Scene/)
  const frames = await sql`select 1 from render_frames where job_id = ${id}`.execute(site.db)
  expect(frames.rows).toEqual([])
})

it('renders for a company with its money, which cannot be closed meanwhile', async () => {
  await using site = await withPeople()
  const ada = await site.someone('ada')
  const company = await ada.client.companies.create({ body: { name: 'Acme' } })
  const params = { id: company.id }
  await site.operator.ledger.credit({
    body: { email: ada.email, micro_usd: 20_000, key: 'k', text: 'Paid' },
  })
  await ada.client.companies.fund({ params, body: { micro_usd: 20_000, key: 'k' } })
  const { token } = await ada.client.auth.actAs({ body: { company_id: company.id } })
  const acting = { ...ada, id: company.id, token, client: site.server.client(token) }
  const { taskId: id } = await aJob(site, acting)
  await acting.client.rendering.start({ params: { id }, body: { budget_micro_usd: 20_000 } })
  const closing = await refusalOf(acting.client.companies.close({ params }))
  expect(closing).toMatchObject({ code: 'account_in_use', details: { what: '1 render job' } })
  await acting.client.rendering.cancel({ params: { id } })
  await acting.client.companies.close({ params })
})

async function aJob(site: PeopleFixture, who: Someone): Promise<{ taskId: RenderJobId }> {
  return who.client.rendering.create({ body: { scene_id: await aScene(site, who) } })
}

async function aScene({ db, system }: PeopleFixture, { id }: Someone): Promise<RenderSceneId> {
  const sceneId = system.ids.mint('renderScene')
  await sql`insert into render_scenes (id, account_id, file_name, content_hash, size_bytes, contents, uploaded_at)
    values (${sceneId}, ${id}, 'spring.blend', ${sceneId}, 1000, ${JSON.stringify(someContents())}::jsonb, now())`.execute(
    db,
  )
  return sceneId
}

async function aKey(
  site: PeopleFixture,
  { client }: Someone,
  scopes: Scope[],
  budget_micro_usd: number | null = null,
) {
  const body = { name: 'ci', scopes, budget_micro_usd }
  return site.server.client((await client.keys.generateApiKey({ body })).key)
}

async function openStream(
  { server }: PeopleFixture,
  { token }: Someone,
  path: string,
  signal: AbortSignal,
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(new URL(path, server.url), { headers, signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  return response
}

/** Reads the events of a stream as they arrive. */
function eventsOf({ body }: Response) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    /** Returns the data of the next event of this kind, with these values. */
    async until(event: string, values: object = {}): Promise<unknown> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end < 0) {
          text += (await reader?.read())?.value ?? ''
          continue
        }
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        if (!lines.includes(`event: ${event}`)) continue
        const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? 'null'
        const found: unknown = JSON.parse(data)
        const isWanted = Object.entries(values).every(
          ([name, value]) => Reflect.get(Object(found), name) === value,
        )
        if (isWanted) return found
      }
    },
  }
}
