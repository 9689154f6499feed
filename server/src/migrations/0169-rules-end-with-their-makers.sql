-- From when on a rule lets no run in; null: it has no end. Its maker manages the service account no longer, and nobody has saved it since.
alter table workload_trusts add ends_at timestamptz;
