import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const renderingPersonalData: PersonalData = {
  sections: [
    {
      name: 'render_scenes',
      tables: ['render_scenes', 'render_uploads'],
      rows: (
        user,
      ) => sql`select id as key, id, file_name, size_bytes, contents, uploaded_at, removed_at
      from render_scenes where account_id = ${user}
      union all select id, id, file_name, size_bytes, null, created_at, null
      from render_uploads where account_id = ${user}`,
    },
    {
      name: 'render_jobs',
      tables: ['render_jobs'],
      rows: (user) => sql`select id as key, id, scene_id, state, reason, settings, priority,
      budget_micro_usd, charged_micro_usd, test_frame, frames_total, frames_done, frames_failed, created_at,
      started_at, finished_at, removed_at, placed_by, api_key_id from render_jobs where account_id = ${user}`,
    },
    {
      name: 'renders_for_companies',
      tables: ['render_jobs'],
      rows: (user) => sql`select id as key, id, account_id, api_key_id, created_at
      from render_jobs where placed_by = ${user} and account_id <> ${user}`,
    },
    {
      name: 'render_frames',
      tables: [],
      rows: (
        user,
      ) => sql`select f.job_id || ' ' || f.number || ' ' || f.part as key, f.job_id, f.number,
      f.part, f.state, f.machine_id, f.render_ms, f.charged_micro_usd, f.bytes, f.problem, f.approval, f.checked,
      f.changed_at from render_frames f join render_jobs j on j.id = f.job_id where j.account_id = ${user}`,
    },
    {
      name: 'render_receipts',
      tables: [],
      rows: (
        user,
      ) => sql`select c.key, c.job_id, c.number, c.machine_id, c.machine_name, c.render_ms,
      c.machine_score, c.reference_ms, c.micro_usd_per_reference_hour, c.micro_usd, c.transaction_id, c.at
      from render_charges c join render_jobs j on j.id = c.job_id where j.account_id = ${user}`,
    },
    {
      name: 'render_machines',
      tables: ['render_machines'],
      rows: (
        user,
      ) => sql`select machine_id as key, machine_id, enabled, micro_usd_per_reference_hour,
      capability, missing, admission, score, trust, frames_paid, frames_refused, canary_at
      from render_machines where account_id = ${user}`,
    },
  ],
  deleted: {
    render_tickets: 'account_id',
    render_machines: 'account_id',
  },
  kept: {
    render_scenes: 'what jobs refer to, without names and contents; the files are deleted',
    render_uploads: 'what has come of them, until their files are deleted within the hour',
    render_jobs: 'what money records refer to, without settings; pictures are deleted',
  },
  notExported: {
    render_tickets: 'the hash of a link that is good once, for a minute',
  },
}
