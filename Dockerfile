# One image for the API, the dispatcher and the workers; compose.yaml says which is which.
FROM python:3.13.9-slim-trixie

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/app HOST=0.0.0.0 PORT=8080 DATA=/data \
    MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072

WORKDIR /app

# Before the code, so that a change of code installs nothing anew. No tools of tests and checks.
COPY requirements.run.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.run.lock

RUN useradd --system --uid 10001 --no-create-home grubenbuch && install -d -m 700 -o grubenbuch /data
COPY LICENSE ./
COPY docs docs
COPY events events
COPY games games
COPY service service
COPY web web
COPY workers workers

USER grubenbuch
VOLUME /data
EXPOSE 8080

# Alive, not ready: a desk that waits for its book must not be killed for it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health/live', timeout=4)"]

CMD ["python", "-m", "gunicorn", "--config", "python:service.host.gunicorn_conf", "service.api.app:create_app()"]
