-- Rendering: scenes that were uploaded, jobs of them, their frames, and what was given to which machine.

-- An account is a person or a company, as everywhere.
-- Content is kept once for an account; the file is in the store of files under its hash.
create table render_scenes (
  id text primary key,
  account_id text not null,
  file_name text not null,
  content_hash text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- SceneContents of the contract, read by the server itself.
  contents jsonb not null,
  -- Of contents, what is asked for whenever a machine is given work: read without the thumbnails and the rest.
  blend_paths jsonb generated always as (jsonb_path_query_array(contents, '$.blends[*].path')) stored,
  blend_versions jsonb generated always as
    (jsonb_path_query_array(contents, '$.blends[*].facts.blender_version')) stored,
  uploaded_at timestamptz not null,
  -- Gone from the account; the row stays for its jobs' receipts, the file goes.
  removed_at timestamptz,
  -- Of a removed scene: when its file was deleted.
  file_gone_at timestamptz
);
create index render_scenes_to_delete on render_scenes (removed_at)
  where removed_at is not null and file_gone_at is null;
create unique index render_scenes_content on render_scenes (account_id, content_hash)
  where removed_at is null;

create table render_uploads (
  id text primary key,
  account_id text not null,
  file_name text not null,
  content_hash text not null,
  piece_hashes jsonb not null,
  size_bytes bigint not null check (size_bytes > 0),
  received_bytes bigint not null default 0,
  -- What has come, in order: [{"name", "bytes"}], each a file in the store.
  stretches jsonb not null default '[]',
  -- The connection that sends just now, and how long it is waited for.
  writer text,
  writer_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index render_uploads_content on render_uploads (account_id, content_hash);
create index render_uploads_by_expiry on render_uploads (expires_at);

create table render_jobs (
  id text primary key,
  account_id text not null,
  scene_id text not null references render_scenes (id),
  -- The person, and the API key if one was used.
  placed_by text,
  api_key_id text,
  state text not null check (state in
    ('draft', 'testing', 'tested', 'rendering', 'paused', 'completed', 'cancelled')),
  reason jsonb,
  -- RenderSettings of the contract.
  settings jsonb not null,
  -- Changes with the settings that reach the picture: pictures of another version are not this job's.
  settings_version integer not null default 1,
  priority integer not null default 50 check (priority between 0 and 100),
  budget_micro_usd bigint not null default 0 check (budget_micro_usd >= 0),
  charged_micro_usd bigint not null default 0 check (charged_micro_usd >= 0),
  -- What the chunks that are out are expected to cost.
  committed_micro_usd bigint not null default 0 check (committed_micro_usd >= 0),
  -- Raised with every hold and release, to name them.
  hold_number integer not null default 0,
  test_frame integer,
  frames_total integer not null default 0,
  frames_done integer not null default 0,
  frames_failed integer not null default 0,
  -- Of accepted frames: what one takes on a reference machine, for estimates and sizes of chunks.
  reference_ms_sum bigint not null default 0,
  reference_ms_count integer not null default 0,
  thumbnail_frame integer,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  removed_at timestamptz,
  -- Of a removed job: when its pictures were deleted.
  files_gone_at timestamptz
);
create index render_jobs_to_delete on render_jobs (removed_at)
  where removed_at is not null and files_gone_at is null;
create index render_jobs_by_account on render_jobs (account_id, created_at desc) where removed_at is null;
create index render_jobs_at_work on render_jobs (priority desc, started_at)
  where state in ('testing', 'rendering');
create index render_jobs_by_scene on render_jobs (scene_id);
create index render_jobs_by_key on render_jobs (api_key_id) where api_key_id is not null;

-- One row a picture. Part 0 is the frame itself; tiles and sample ranges of it are parts from 1 on.
create table render_frames (
  job_id text not null references render_jobs (id) on delete cascade,
  number integer not null,
  part integer not null default 0,
  state text not null check (state in
    ('pending', 'rendering', 'assembling', 'checking', 'done', 'failed', 'cancelled')),
  -- For parts: the region in pixels, or the range of samples.
  piece jsonb,
  chunk_id text,
  -- Who made the picture that is there.
  machine_id text,
  render_ms integer,
  reference_ms integer,
  charged_micro_usd bigint not null default 0,
  bytes bigint,
  sha256 text,
  -- Machines that failed at it, each once.
  failed_machines text[] not null default '{}',
  problem jsonb,
  approval text not null default 'open' check (approval in ('open', 'approved', 'rejected')),
  checked text not null default 'not_yet' check (checked in ('not_yet', 'by_form', 'by_machine')),
  changed_at timestamptz not null,
  primary key (job_id, number, part)
);
-- By an expression, so that frames to give out are looked for here and never in the primary key, which holds all of
-- them: before the first statistics of a new job the two look alike to the planner.
create index render_frames_pending on render_frames (job_id, (number + 0), part) where state = 'pending';
create index render_frames_out on render_frames (chunk_id) where chunk_id is not null;

create table render_chunks (
  id text primary key,
  job_id text references render_jobs (id) on delete cascade,
  kind text not null check (kind in ('frames', 'check', 'merge', 'canary')),
  machine_id text not null,
  -- A machine that comes with another token is not listened to any more.
  lease_token text not null,
  lease_until timestamptz not null,
  state text not null check (state in ('leased', 'done', 'failed', 'lost', 'stopped')),
  frames integer[] not null default '{}',
  -- RenderChunkSpec of the contract, as it was sent.
  spec jsonb not null,
  activity jsonb,
  problem jsonb,
  -- Of what it was expected to cost, what is still open.
  committed_micro_usd bigint not null default 0 check (committed_micro_usd >= 0),
  micro_usd_per_reference_hour bigint not null,
  machine_score double precision not null,
  has_log boolean not null default false,
  started_at timestamptz not null,
  -- When the machine was last heard to do something new in it.
  moved_at timestamptz not null,
  ended_at timestamptz
);
create index render_chunks_by_job on render_chunks (job_id, started_at desc);
-- A machine that keeps failing at a job is given no more of it.
create index render_chunks_failed on render_chunks (job_id, machine_id) where state = 'failed';
create index render_chunks_out on render_chunks (job_id) where state = 'leased';
create index render_chunks_leased on render_chunks (machine_id) where state = 'leased';
create index render_chunks_by_lease on render_chunks (lease_until) where state = 'leased';

-- Rendering on a machine: what it says it can, what was measured, and how far it is trusted.
create table render_machines (
  machine_id text primary key,
  account_id text not null,
  enabled boolean not null default true,
  micro_usd_per_reference_hour bigint not null check (micro_usd_per_reference_hour >= 0),
  -- RenderCapability of the contract; null: it cannot.
  capability jsonb,
  missing text,
  -- The capability that was admitted: another version of Blender has to show itself anew.
  admission text not null default 'unproven' check (admission in ('unproven', 'admitted', 'refused')),
  score double precision check (score > 0),
  trust integer not null default 50 check (trust between 0 and 100),
  frames_paid integer not null default 0,
  frames_refused integer not null default 0,
  scenes text[] not null default '{}',
  canary_at timestamptz
);

-- A picture, or a region of it, rendered again on another owner's machine.
create table render_checks (
  id text primary key,
  job_id text not null references render_jobs (id) on delete cascade,
  number integer not null,
  part integer not null default 0,
  machine_id text not null,
  checker_machine_id text,
  chunk_id text,
  region jsonb not null,
  -- Two votes decide against a third: 'second' is asked where the first differed.
  vote integer not null default 1,
  outcome text not null check (outcome in ('pending', 'same', 'different', 'undecided')),
  psnr_db double precision,
  differing_percent double precision,
  -- What the machine that compared took, for which it is paid once its word turns out right.
  render_ms integer,
  created_at timestamptz not null,
  decided_at timestamptz
);
create index render_checks_open on render_checks (job_id, number) where outcome = 'pending';
create index render_checks_by_machine on render_checks (machine_id, created_at desc);

-- Links that download once.
create table render_tickets (
  hash text primary key,
  account_id text not null,
  job_id text not null references render_jobs (id) on delete cascade,
  kind text not null check (kind in ('zip', 'mp4', 'webm')),
  expires_at timestamptz not null
);

-- What was paid for, frame by frame: the lines of a receipt.
create table render_charges (
  key text primary key,
  job_id text not null references render_jobs (id),
  number integer not null,
  machine_id text not null,
  machine_name text not null,
  render_ms integer not null check (render_ms >= 0),
  machine_score double precision not null,
  reference_ms integer not null check (reference_ms >= 0),
  micro_usd_per_reference_hour bigint not null,
  micro_usd bigint not null check (micro_usd >= 0),
  -- Null where nothing was owed.
  transaction_id text references ledger_transactions (id),
  at timestamptz not null
);
create index render_charges_by_job on render_charges (job_id, at, key);
create trigger render_charges_fixed before update or delete or truncate on render_charges
  for each statement execute function ledger_refuse_change();

-- What an account spends by day counts its render jobs too.
alter table spend_days rename column instance_id to spent_on;
create or replace function spend_days_add() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, person_id, api_key_id, micro_usd)
    select new.instance_id, (new.from_at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, new.micro_usd
    from instances where id = new.instance_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create function spend_days_add_render() returns trigger language plpgsql as $$
begin
  insert into spend_days (spent_on, day, account_id, person_id, api_key_id, micro_usd)
    select new.job_id, (new.at at time zone 'UTC')::date,
      account_id, coalesce(placed_by, account_id), api_key_id, new.micro_usd
    from render_jobs where id = new.job_id
  on conflict (spent_on, day) do update set micro_usd = spend_days.micro_usd + excluded.micro_usd;
  return null;
end $$;
create trigger render_charges_spent after insert on render_charges
  for each row when (new.micro_usd > 0) execute function spend_days_add_render();

-- Money that is held for a job stands in the ledger like money held for an instance.
alter table ledger_transactions add column render_job_id text;
create index ledger_transactions_by_render_job on ledger_transactions (render_job_id)
  where render_job_id is not null;
alter table notices add column render_job_id text;
