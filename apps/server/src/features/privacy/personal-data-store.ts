import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** Of the features below, which the list of features does not tell apart yet, and of the platform's own tables. */
export const remainingPersonalData: PersonalData = {
  sections: [
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
  ],
  deleted: {
    profile_pictures: 'account_id',
    sessions: 'account_id',
    one_time_codes: 'account_id',
    logins: 'account_id',
    login_codes: 'account_id',
    passkeys: 'account_id',
    passkey_ceremonies: 'account_id',
    ssh_keys: 'account_id',
    api_keys: 'account_id',
    company_members: 'account_id',
  },
  kept: {
    accounts: 'a nameless row, for what refers to it',
    company_invitations:
      'those to the address are deleted, those that the person made belong to the company',
    events: 'changes by id alone, gone within a day',
    outgoing_mails: 'letters on their way, the goodbye among them',
  },
  notExported: {
    events: 'that something changed, by id alone, for browsers that come back; gone within a day',
    one_time_codes: 'the hash of a code that is good for ten minutes',
    login_codes: 'the hash of a code that is good for a minute',
    passkey_ceremonies: 'a challenge that is good for minutes',
    outgoing_mails: 'a letter on its way; gone as soon as it is delivered',
  },
}
