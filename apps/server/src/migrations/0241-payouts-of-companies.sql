-- Payouts belong to accounts of users and of companies, which are not in the table of users.
alter table payout_settings drop constraint payout_settings_account_id_fkey;
alter table payout_addresses drop constraint payout_addresses_account_id_fkey;
alter table bank_accounts drop constraint bank_accounts_account_id_fkey;
-- A wallet that is removed ends all payouts to it, of its user and of companies.
create index payout_addresses_by_wallet on payout_addresses (wallet_id) where cancelled_at is null and removed_at is null;
