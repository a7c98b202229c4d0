-- A company is an account without a row in accounts: what is asked for one can be kept, too. Whoever closes a person's
-- account or a company deletes its chats by name.
alter table chats drop constraint chats_account_id_fkey;
