-- Trust scores (docs/trust.md): facts about machines, each signed and chained to the one before it, and the scores that
-- follow from them.

-- The chain and the score of one machine. Its row is locked while a fact is added, so that the numbers have no gap.
create table reputation_machines (
  machine_id text primary key references machines (id),
  last_number bigint not null default 0,
  last_hash text not null,
  -- The last deleted fact: the chain begins after it.
  anchor_number bigint not null default 0,
  anchor_hash text not null,
  -- The score with its parts, and up to which fact and as of when; null: not computed yet.
  trust jsonb,
  score smallint check (score between 0 and 100),
  computed_at timestamptz,
  computed_number bigint not null default 0,
  -- Earlier machines on the same computer, whose bad facts are to be repeated for this one.
  inherits text[]
);
create index reputation_machines_inherit on reputation_machines (machine_id) where inherits is not null;
create index reputation_machines_due on reputation_machines (computed_at);

create table reputation_evidence (
  machine_id text not null references reputation_machines (machine_id),
  number bigint not null,
  kind text not null check (kind in ('uptime', 'start', 'rental', 'measurement', 'render_check',
    'model_check', 'dispute', 'review', 'withdrawal')),
  at timestamptz not null,
  value smallint not null check (value between 0 and 1000),
  cause text,
  figure jsonb,
  party_digest text,
  party_own boolean,
  party_other_providers smallint,
  withdraws bigint,
  source text not null,
  previous text not null,
  hash text not null,
  signature text not null,
  recorded_at timestamptz not null,
  primary key (machine_id, number),
  -- A fact is recorded once, however often its cause is reported.
  unique (machine_id, kind, source)
);
create index reputation_evidence_of_day on reputation_evidence (machine_id, kind, recorded_at);
create index reputation_evidence_by_age on reputation_evidence (recorded_at);

create function reputation_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'reputation: facts are never changed' using errcode = 'restrict_violation';
end $$;
create trigger reputation_evidence_fixed before update on reputation_evidence
  for each statement execute function reputation_refuse_change();

-- The hours of a day in which a machine was listed or rented, until the day is one fact.
create table reputation_uptime (
  machine_id text not null references machines (id),
  day date not null,
  online_ms bigint not null,
  counted_ms bigint not null,
  -- The last counted hour.
  through timestamptz not null,
  primary key (machine_id, day)
);

-- When a machine was last asked to measure itself for its score, and why.
create table reputation_measurements (
  machine_id text not null references machines (id),
  reason text not null check (reason in ('random', 'appeal', 'rental')),
  asked_at timestamptz not null,
  -- When a replica began it; figures that arrive soon afterwards count.
  begun_at timestamptz,
  primary key (machine_id, reason)
);

alter table offers add column trust_score smallint check (trust_score between 0 and 100);
