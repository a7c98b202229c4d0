-- Welcome credit: given with an access code, once for each mailbox. It stands apart in the ledger, all the way:
--   welcome:<account id>          what of it a person can still spend
--   welcome_held:<instance id>    what of it is set aside, beside held:<instance id>
--   welcome_earned:<machine id>   what a machine earned of it; of an account, once its company is closed
-- No posting leads from any of these to available, held or earned (docs/decisions/0092-welcome-credit.md).
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (kind in
  ('available', 'welcome', 'held', 'welcome_held', 'earned', 'welcome_earned', 'platform_credit', 'platform_fees'));

create or replace function ledger_carry_balance() returns trigger language plpgsql as $$
begin
  update ledger_accounts account set
    balance_micro_usd = balance_micro_usd + new.amount_micro_usd,
    captured_micro_usd = captured_micro_usd + case
      when account.kind in ('held', 'welcome_held') and posting.kind = 'capture'
      then -new.amount_micro_usd else 0 end
  from ledger_transactions posting
  where account.id = new.ledger_account_id and account.balance_micro_usd is not null
    and posting.id = new.transaction_id;
  return null;
end $$;

-- The database's own guard: a transaction that takes from welcome credit gives it to nobody as real money. What comes
-- to an account that is no part of it is at most what left accounts that are none either.
create function ledger_check_welcome() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries e join ledger_accounts a on a.id = e.ledger_account_id
    where e.transaction_id = new.transaction_id and a.kind not like 'platform%'
    having sum(e.amount_micro_usd) filter (where a.kind not like 'welcome%') > 0
      and sum(e.amount_micro_usd) filter (where a.kind like 'welcome%') < 0
  ) then
    raise exception 'ledger: transaction % makes real money of welcome credit', new.transaction_id
      using errcode = 'check_violation', constraint = 'ledger_welcome_stays_welcome';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_welcome after insert on ledger_entries
  deferrable initially deferred for each row
  when (new.amount_micro_usd < 0 and new.ledger_account_id like 'welcome%')
  execute function ledger_check_welcome();

-- Who is one party with a person: the person, and the companies that they belong to. Nobody is paid out of their own
-- welcome credit.
create function ledger_party_of(person text) returns text[] language sql stable as $$
  select array_append(array(select company_id from company_members where account_id = person), person)
$$;

-- Mailboxes that had their welcome credit: a keyed hash of the normalised address, which stays when its account is
-- closed and names nobody to who lacks the key.
create table welcome_claims (
  address_hash text primary key,
  claimed_at timestamptz not null
);
