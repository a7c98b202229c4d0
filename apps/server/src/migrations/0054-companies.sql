-- Companies are accounts of the ledger that persons act for.

create table companies (
  -- An account id (acc_…): everything that an account can own a company can.
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);

create table company_members (
  company_id text not null references companies (id),
  account_id text not null references accounts (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member')),
  joined_at timestamptz not null,
  primary key (company_id, account_id)
);
create index company_members_by_account on company_members (account_id);

create table company_invitations (
  id text primary key,
  company_id text not null references companies (id),
  -- Bound to the address: only its proven holder may accept.
  email text not null,
  email_key text not null,
  role text not null check (role in ('owner', 'admin', 'member')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (company_id, email_key)
);
create index company_invitations_by_email on company_invitations (email_key);

-- Credit that is moved from one account to another.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check
  check (kind in ('starting_credit', 'operator_credit', 'hold', 'capture', 'release', 'transfer'));
