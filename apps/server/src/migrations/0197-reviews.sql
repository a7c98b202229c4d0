-- Reviews of machines, by renters whose instance ran for an hour.
create table reviews (
  id text primary key,
  instance_id text not null unique references instances (id),
  machine_id text not null references machines (id),
  -- Who wrote it; null once that account is closed.
  account_id text,
  rating smallint not null check (rating between 1 and 5),
  text text not null check (char_length(text) <= 1000),
  rented_hours integer not null check (rented_hours >= 1),
  created_at timestamptz not null,
  edited_at timestamptz,
  answer text check (char_length(answer) <= 1000),
  answered_at timestamptz,
  hidden_at timestamptz,
  -- When it became a fact of its machine's score.
  counted_at timestamptz,
  fact_number bigint
);
create index reviews_by_machine on reviews (machine_id, created_at desc);
create index reviews_by_account on reviews (account_id);
create index reviews_to_count on reviews (created_at) where counted_at is null;
