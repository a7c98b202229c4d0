-- Companies pay by card, and get rewards, too: their ids are account ids that are no rows of accounts.
alter table card_customers drop constraint card_customers_account_id_fkey;
alter table card_payments drop constraint card_payments_account_id_fkey;
alter table auto_top_ups drop constraint auto_top_ups_account_id_fkey;
alter table rewards drop constraint rewards_account_id_fkey;
