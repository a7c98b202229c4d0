import type { AccountId } from '@gridloom/contract/core/ids'
import { type RawBuilder, sql } from 'kysely'

/** One part of what is kept of a person. */
export interface Section {
  name: string
  /** The tables that it shows. */
  tables: readonly string[]
  /** Its rows of a person, each with a `key` that is unlike the others'; never a hash or a secret. */
  rows(person: AccountId): RawBuilder<unknown>
}

const signIn: readonly Section[] = [
  {
    name: 'account',
    tables: ['accounts'],
    rows: (
      person,
    ) => sql`select id as key, id, email, username, name, profile_path, role, created_at,
      email_verified_at, access_granted_at, suspended_at, suspended_reason, is_kol, notifications
      from accounts where id = ${person}`,
  },
  {
    name: 'picture',
    tables: ['profile_pictures'],
    rows: (
      person,
    ) => sql`select hash as key, hash, content_type, translate(encode(bytes, 'base64'), chr(10), '') as base64
      from profile_pictures where account_id = ${person}`,
  },
  {
    name: 'sessions',
    tables: ['sessions'],
    rows: (
      person,
    ) => sql`select id as key, id, origin, purpose, created_at, last_seen_at, confirmed_at,
      expires_at, ended_at, user_agent, address, acting_for from sessions where account_id = ${person}`,
  },
  {
    name: 'sign_in_providers',
    tables: ['logins'],
    rows: (
      person,
    ) => sql`select id as key, id, provider, issuer, subject, email, created_at, last_used_at
      from logins where account_id = ${person}`,
  },
  {
    name: 'passkeys',
    tables: ['passkeys'],
    rows: (person) => sql`select id as key, id, name, synced, transports, created_at, last_used_at
      from passkeys where account_id = ${person}`,
  },
  {
    name: 'api_keys',
    tables: ['api_keys'],
    rows: (
      person,
    ) => sql`select id as key, id, account_id, name, starts_with, scopes, budget_micro_usd, budget_period, models,
      created_at, expires_at, last_used_at, last_used_address, revoked_at
      from api_keys where person_id = ${person}`,
  },
  {
    name: 'ssh_keys',
    tables: ['ssh_keys'],
    rows: (
      person,
    ) => sql`select id as key, id, name, type, bits, fingerprint, public_key, created_at
      from ssh_keys where account_id = ${person}`,
  },
]

const companies: readonly Section[] = [
  {
    name: 'companies',
    tables: ['company_members'],
    rows: (person) => sql`select c.id as key, c.id, c.name, m.role, m.joined_at
      from company_members m join companies c on c.id = m.company_id where m.account_id = ${person}`,
  },
  {
    name: 'invitations',
    tables: ['company_invitations'],
    rows: (
      person,
    ) => sql`select i.id as key, i.id, i.company_id, i.email, i.role, i.invited_by, i.created_at,
      i.expires_at from company_invitations i where i.invited_by = ${person} or i.email_key in (
        select email_key from accounts where id = ${person} and email_verified_at is not null)`,
  },
]

const money: readonly Section[] = [
  {
    name: 'balances',
    tables: ['ledger_accounts'],
    rows: (person) => sql`select id as key, id, kind, balance_micro_usd, captured_micro_usd
      from ledger_accounts where owner_account_id = ${person}`,
  },
  {
    name: 'statements',
    tables: ['ledger_entries'],
    rows: (
      person,
    ) => sql`select t.id || ' ' || e.ledger_account_id as key, t.id, t.kind, t.text, t.instance_id,
      t.render_job_id, t.tab_id, t.created_at, e.ledger_account_id, e.amount_micro_usd
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.owner_account_id = ${person}`,
  },
  {
    name: 'receipts',
    tables: [],
    rows: (
      person,
    ) => sql`select u.key, u.key as interval, u.instance_id, u.kind, u.from_at, u.to_at, u.seconds,
      u.micro_usd_per_hour, u.micro_usd, u.transaction_id
      from usage_intervals u join instances i on i.id = u.instance_id where i.account_id = ${person}`,
  },
  {
    name: 'spend_by_day',
    tables: ['spend_days'],
    rows: (person) => sql`select spent_on || ' ' || day as key, spent_on, day::text, account_id,
      api_key_id, micro_usd from spend_days where account_id = ${person} or person_id = ${person}`,
  },
]

const compute: readonly Section[] = [
  {
    name: 'instances',
    tables: ['instances'],
    rows: (
      person,
    ) => sql`select id as key, id, label, machine_id, state, desired, reason, template, slots,
      gpu_model, vcpus, memory_mib, disk_gb, running_micro_usd_per_hour, stopped_micro_usd_per_hour,
      created_at, ready_at, charged_from, charged_cause, free_s, stopped_at, destroyed_at, last_heard_at,
      metered_running_s, metered_stopped_s,
      placed_by, api_key_id from instances where account_id = ${person}`,
  },
  {
    name: 'orders_for_companies',
    tables: ['instances'],
    rows: (person) => sql`select id as key, id, account_id, api_key_id, created_at
      from instances where placed_by = ${person} and account_id <> ${person}`,
  },
  {
    name: 'quotes',
    tables: ['quotes'],
    rows: (
      person,
    ) => sql`select id as key, id, offer_id, slots, disk_gb, running_micro_usd_per_hour,
      stopped_micro_usd_per_hour, expires_at, redeemed_at from quotes where account_id = ${person}`,
  },
  {
    name: 'order_keys',
    tables: ['order_keys'],
    rows: (person) => sql`select key, key as idempotency_key, instance_id, created_at
      from order_keys where account_id = ${person}`,
  },
  {
    name: 'machines',
    tables: ['machines'],
    rows: (person) => sql`select id as key, id, name, listed, status, gpu_slot_micro_usd_per_hour,
      cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
      stopped_disk_gb_micro_usd_per_hour, cpu_slots, hardware, agent_version, enrolled_at, connected_at,
      removed_at from machines where account_id = ${person}`,
  },
]

const rendering: readonly Section[] = [
  {
    name: 'render_scenes',
    tables: ['render_scenes', 'render_uploads'],
    rows: (
      person,
    ) => sql`select id as key, id, file_name, size_bytes, contents, uploaded_at, removed_at
      from render_scenes where account_id = ${person}
      union all select id, id, file_name, size_bytes, null, created_at, null
      from render_uploads where account_id = ${person}`,
  },
  {
    name: 'render_jobs',
    tables: ['render_jobs'],
    rows: (person) => sql`select id as key, id, scene_id, state, reason, settings, priority,
      budget_micro_usd, charged_micro_usd, test_frame, frames_total, frames_done, frames_failed, created_at,
      started_at, finished_at, removed_at, placed_by, api_key_id from render_jobs where account_id = ${person}`,
  },
  {
    name: 'renders_for_companies',
    tables: ['render_jobs'],
    rows: (person) => sql`select id as key, id, account_id, api_key_id, created_at
      from render_jobs where placed_by = ${person} and account_id <> ${person}`,
  },
  {
    name: 'render_frames',
    tables: [],
    rows: (
      person,
    ) => sql`select f.job_id || ' ' || f.number || ' ' || f.part as key, f.job_id, f.number,
      f.part, f.state, f.machine_id, f.render_ms, f.charged_micro_usd, f.bytes, f.problem, f.approval, f.checked,
      f.changed_at from render_frames f join render_jobs j on j.id = f.job_id where j.account_id = ${person}`,
  },
  {
    name: 'render_receipts',
    tables: [],
    rows: (
      person,
    ) => sql`select c.key, c.job_id, c.number, c.machine_id, c.machine_name, c.render_ms,
      c.machine_score, c.reference_ms, c.micro_usd_per_reference_hour, c.micro_usd, c.transaction_id, c.at
      from render_charges c join render_jobs j on j.id = c.job_id where j.account_id = ${person}`,
  },
  {
    name: 'render_machines',
    tables: ['render_machines'],
    rows: (
      person,
    ) => sql`select machine_id as key, machine_id, enabled, micro_usd_per_reference_hour,
      capability, missing, admission, score, trust, frames_paid, frames_refused, canary_at
      from render_machines where account_id = ${person}`,
  },
]

const answers: readonly Section[] = [
  {
    name: 'chats',
    tables: ['chats'],
    rows: (
      person,
    ) => sql`select id as key, id, model_id, title, parameters, leaf_id, created_at, changed_at
      from chats where account_id = ${person}`,
  },
  {
    name: 'chat_messages',
    tables: [],
    rows: (
      person,
    ) => sql`select m.id as key, m.id, m.chat_id, m.parent_id, m.role, m.text, m.model_id,
      m.generation_id, m.state, m.problem, m.cost, m.at
      from chat_messages m join chats c on c.id = m.chat_id where c.account_id = ${person}`,
  },
  {
    name: 'chat_shares',
    tables: [],
    rows: (person) => sql`select s.id as key, s.id, s.chat_id, s.content, s.created_at, s.revoked_at
      from chat_shares s join chats c on c.id = s.chat_id where c.account_id = ${person}`,
  },
  {
    name: 'answers',
    tables: ['generations'],
    rows: (person) => sql`select id as key, id, account_id, person_id, api_key_id, tab_id, model_id,
      endpoint_id, machine_id, state, problem, input_tokens, cached_tokens, output_tokens, first_token_ms,
      tokens_per_s, micro_usd, transaction_id, started_at, ended_at
      from generations where account_id = ${person} or person_id = ${person}`,
  },
  {
    name: 'money_for_answers',
    tables: ['inference_tabs'],
    rows: (person) => sql`select id as key, id, api_key_id, opened_at, closed_at
      from inference_tabs where account_id = ${person}`,
  },
]

const told: readonly Section[] = [
  {
    name: 'notices',
    tables: ['notices'],
    rows: (person) => sql`select key, level, text, instance_id, at
      from notices where account_id = ${person}`,
  },
  {
    name: 'audit_log',
    tables: ['audit_entries'],
    rows: (
      person,
    ) => sql`select id as key, id, at, action, account_id, person_id, api_key_id, subject,
      case when person_id = ${person} then address end as address,
      case when person_id = ${person} then user_agent end as user_agent
      from audit_entries where person_id = ${person} or account_id = ${person}`,
  },
]

/** Everything that is kept of a person, part by part. */
export const sections: readonly Section[] = [
  ...signIn,
  ...companies,
  ...money,
  ...compute,
  ...rendering,
  ...answers,
  ...told,
]

/** Tables that name persons and are left out all the same, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  events: 'that something changed, by id alone, for browsers that come back; gone within a day',
  one_time_codes: 'the hash of a code that is good for ten minutes',
  login_codes: 'the hash of a code that is good for a minute',
  passkey_ceremonies: 'a challenge that is good for minutes',
  enrolment_tokens: 'the hash of a token that is good for ten minutes',
  render_tickets: 'the hash of a link that is good once, for a minute',
  outgoing_mails: 'a letter on its way; gone as soon as it is delivered',
}
