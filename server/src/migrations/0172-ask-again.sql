-- Whoever lost a share can ask its owner for it again (docs/decisions/0177).
alter table shares
  -- Why it ended: its owner ended it, or its time ran out. Null: it runs, or ended in a way after which nobody asks.
  add column ended_because text check (ended_because in ('owner', 'time')),
  -- What its person knew at its end, the names of the key and of its owner: what was renamed since then is not theirs to see.
  add column ended_as jsonb,
  add column asked_at timestamptz;

create index shares_ended_of_recipient on shares (recipient_id, key_id) where ended_because is not null;
