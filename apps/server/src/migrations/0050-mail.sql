-- Letters that are to go out. A row goes as soon as its letter is delivered: letters hold one-time codes.

create table outgoing_mails (
  -- 256 bits of chance; also the letter's Message-ID, so that one sent twice is seen to be the same.
  id text primary key,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null,
  -- When it may be taken next: at once, after a back-off, or when the lease of a sender that died ends.
  next_try_at timestamptz not null,
  attempts integer not null default 0,
  -- Token of the sender that has it in hand.
  lease text
);
create index outgoing_mails_due on outgoing_mails (next_try_at);
