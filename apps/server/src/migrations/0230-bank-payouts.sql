-- Payouts to bank accounts, in files that the operator's bank executes (docs/payouts.md).

-- One row for each change, as of payout addresses.
create table bank_accounts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  holder text not null,
  requested_at timestamptz not null,
  effective_at timestamptz not null check (effective_at > requested_at),
  -- Before it took effect, by the user or by a later change.
  cancelled_at timestamptz check (cancelled_at < effective_at),
  -- After it took effect, by the user.
  removed_at timestamptz check (removed_at is null or (removed_at >= effective_at and cancelled_at is null))
);
create index bank_accounts_by_account on bank_accounts (account_id, effective_at desc);

-- The files, as they are downloaded: the same bytes each time.
create table payout_files (
  number bigint primary key check (number >= 1),
  created_by text not null,
  created_at timestamptz not null,
  -- The account that pays, as the ledger names where its money is.
  payer_iban text not null,
  micro_usd bigint not null check (micro_usd > 0),
  xml text not null,
  executed_at timestamptz
);

alter table payouts
  add column method text not null default 'wallet' check (method in ('wallet', 'bank')),
  alter column chain_id drop not null,
  alter column token drop not null,
  alter column symbol drop not null,
  alter column address drop not null,
  alter column token_units drop not null,
  add column iban text,
  add column bic text,
  add column holder text,
  -- For ever: a payout is in one file.
  add column file_number bigint references payout_files (number),
  drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in
    ('requested', 'approved', 'in_file', 'signed', 'broadcast', 'confirmed', 'rejected', 'cancelled', 'failed')),
  drop constraint payouts_check1,
  drop constraint payouts_check3,
  add constraint payouts_to_wallet check (method <> 'wallet' or (
    num_nulls(chain_id, token, symbol, address, token_units) = 0
    and num_nonnulls(iban, bic, holder, file_number) = 0 and state <> 'in_file'
    and (state not in ('signed', 'broadcast', 'confirmed') or num_nulls(nonce, sender) = 0)
    and (state <> 'confirmed' or tx_hash is not null))),
  add constraint payouts_to_bank check (method <> 'bank' or (
    num_nonnulls(chain_id, token, symbol, address, token_units, nonce, sender, tx_hash) = 0
    and num_nulls(iban, holder) = 0 and state not in ('signed', 'broadcast')
    and (state not in ('in_file', 'confirmed') or file_number is not null)
    and micro_usd % 10000 = 0 and fee_micro_usd % 10000 = 0));
alter table payouts alter column method drop default;
drop index payouts_open;
create index payouts_open on payouts (chain_id, id)
  where state in ('requested', 'approved', 'in_file', 'signed', 'broadcast');
create index payouts_by_file on payouts (file_number) where file_number is not null;

alter table payout_settings
  -- Weekly payouts go to the bank account.
  add column to_bank boolean not null default false check (not to_bank or chain_id is null);
