from __future__ import annotations

from events.seeds import commitment, new_seed


def test_a_seed_is_thirty_two_bytes_that_nobody_has_seen_before():
    seeds = {new_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


def test_the_commitment_is_the_sha256_of_the_seed():
    # sha256sum of 32 zero bytes
    assert commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
