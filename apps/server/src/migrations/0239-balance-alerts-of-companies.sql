-- Companies are warned too: their ids are account ids that are no rows of accounts.
alter table balance_alerts drop constraint balance_alerts_account_id_fkey;
