-- Media that affiliates embed in pages of their own (docs/affiliate.md).
alter table media
  add column is_creative boolean not null default false,
  add check (not is_creative or kind in ('picture', 'text'));
create index media_creatives on media (published_at desc, id desc) where is_creative and state = 'published';
