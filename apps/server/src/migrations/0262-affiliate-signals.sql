-- Why referrals are held, with evidence, and what affiliates answer (docs/decisions/0256-affiliates-postbacks-levels-and-fraud.md).
create table affiliate_signals (
  referral_id text not null references affiliate_referrals (id) on delete cascade,
  rule text not null,
  points integer not null check (points between 1 and 100),
  evidence text not null,
  found_at timestamptz not null,
  -- Seen again until then, or it counts no longer.
  expires_at timestamptz not null check (expires_at > found_at),
  primary key (referral_id, rule)
);

alter table affiliate_referrals
  -- Clicks of the network of its click on links of the affiliate, within the day; 0: unknown.
  add column network_clicks integer not null default 0 check (network_clicks >= 0),
  add column appeal_text text,
  add column appealed_at timestamptz,
  add check ((appeal_text is null) = (appealed_at is null)),
  drop constraint affiliate_referrals_held_reason_check,
  add check (held_reason in ('same_mailbox', 'same_party', 'same_payout_address', 'same_bank_account', 'same_card',
    'same_paying_wallet', 'same_ssh_key', 'same_vat_id', 'shared_by_referrals', 'disputed_payment', 'ring',
    'wash_rental', 'click_flood', 'sign_up_burst', 'same_network'));

-- Cards that paid, by the processor's fingerprint: the same for one card at any account.
create table card_fingerprints (
  -- Of a user or a company.
  account_id text not null,
  fingerprint text not null check (length(fingerprint) between 1 and 100),
  first_paid_at timestamptz not null,
  primary key (account_id, fingerprint)
);
create index card_fingerprints_by_card on card_fingerprints (fingerprint);

-- Wallets that pay for several accounts.
create index deposits_by_sender on deposits (from_address);
