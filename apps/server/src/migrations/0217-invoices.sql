-- Invoices, self-billing statements and credit notes (docs/decisions/0229-invoices.md).

create table billing_details (
  account_id text primary key,
  legal_name text not null,
  address_lines text[] not null,
  postal_code text not null,
  city text not null,
  country text not null,
  vat_id text not null,
  purchase_order text not null,
  email text not null,
  email_invoices boolean not null,
  updated_at timestamptz not null
);

-- The last number of each series and year. Its row is locked by whoever issues, until the document is committed.
create table invoice_series (
  series text not null,
  year integer not null,
  last_number integer not null check (last_number >= 0),
  primary key (series, year)
);

create table invoices (
  id text primary key,
  account_id text not null,
  -- The name on the document.
  account_name text not null,
  kind text not null check (kind in ('invoice', 'self_billing', 'credit_note')),
  series text not null,
  year integer not null,
  number integer not null check (number >= 1),
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  corrects text references invoices (id),
  -- Of a credit note: the operator's idempotency key.
  key text unique,
  issued_at timestamptz not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  total_cents bigint not null,
  content jsonb not null,
  unique (series, year, number),
  check (net_cents + vat_cents = total_cents),
  check ((kind = 'credit_note') = (corrects is not null)),
  check ((kind = 'credit_note') = (key is not null))
);
-- One document of a kind for a month of an account.
create unique index invoices_once_a_month on invoices (account_id, month, kind) where corrects is null;
create index invoices_by_account on invoices (account_id, id desc);
create index invoices_by_corrected on invoices (corrects) where corrects is not null;

create trigger invoices_fixed before update or delete or truncate on invoices
  for each statement execute function ledger_refuse_change();

-- Numbers have no gap: each follows the one before it.
create function invoice_number_follows() returns trigger language plpgsql as $$
begin
  if new.number > 1 and not exists (select from invoices
      where series = new.series and year = new.year and number = new.number - 1) then
    raise exception 'invoices: number % of series % % has no predecessor', new.number, new.series, new.year
      using errcode = 'check_violation', constraint = 'invoices_without_gap';
  end if;
  return new;
end $$;
create trigger invoices_follow before insert on invoices
  for each row execute function invoice_number_follows();

-- What was made of a document after it was issued: the hash of its PDF. The row says that its email is queued.
create table invoice_files (
  invoice_id text primary key references invoices (id),
  pdf_sha256 text not null check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null
);
create trigger invoice_files_fixed before update or delete or truncate on invoice_files
  for each statement execute function ledger_refuse_change();

-- Months for which all documents are issued.
create table invoiced_months (
  month text primary key,
  done_at timestamptz not null
);
