-- What became of a payout that the chain does not tell: an operator looks and says so. Empty for all others.
alter table payouts add column unresolved text check (unresolved in ('nonce_used', 'unclear'));
