// SPDX-License-Identifier: MIT
//
// Runs one program on copies of a circuit that differ in what their RAM holds, all in step, and
// compares their wires in every cycle.
//
//     bench CYCLES ROM FLASH_ADDRESS FLASH RAM_ADDRESS RAM…
//
// ROM lies at address 0. A store to STOP ends a circuit's run; its data are the result. Standard
// output says, a line each, `stop CIRCUIT CYCLE RESULT` and, where a wire differs from that of the
// first circuit, `wire NAME CIRCUIT CYCLE VALUE VALUE PROGRAM_COUNTER`. RAM.out gets what each RAM
// holds at the end. `at CYCLE` tells of progress. A run that cannot go on is one line on standard
// error.
//
// Memory answers in the cycle in which it is asked; a circuit's wrapper keeps the answer where its
// core expects it later.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "Vcircuit.h"
#include "verilated.h"

namespace
{

constexpr uint32_t STOP = 0xF0000000;
constexpr int RESET_CYCLES = 8;
constexpr uint64_t PROGRESS_CYCLES = 1000000;

[[noreturn]] void fail(const std::string &message)
{
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
}

std::string hexadecimal(uint32_t value)
{
    char text[11];
    std::snprintf(text, sizeof text, "0x%08" PRIx32, value);
    return text;
}

struct Memory {
    uint32_t address;
    std::vector<uint8_t> bytes;

    bool holds(uint32_t at) const
    {
        return at - address < bytes.size();
    }

    uint32_t word(uint32_t at) const
    {
        const uint8_t *b = &bytes[(at - address) & ~3u];
        return b[0] | b[1] << 8 | b[2] << 16 | uint32_t{b[3]} << 24;
    }
};

Memory read_memory(uint32_t address, const char *path)
{
    std::FILE *file = std::fopen(path, "rb");
    if (file == nullptr)
        fail(std::string("cannot read ") + path);
    Memory memory{address, {}};
    uint8_t block[4096];
    for (size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;)
        memory.bytes.insert(memory.bytes.end(), block, block + n);
    std::fclose(file);
    memory.bytes.resize((memory.bytes.size() + 3) & ~size_t{3});
    return memory;
}

void write_memory(const Memory &memory, const std::string &path)
{
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr ||
        std::fwrite(memory.bytes.data(), 1, memory.bytes.size(), file) != memory.bytes.size())
        fail("cannot write " + path);
    std::fclose(file);
}

struct Wire {
    const char *name;
    uint32_t (*value)(const Vcircuit &);
};

// An address counts while something is asked for. What the core accesses is on no bus where a cache
// has it.
const Wire WIRES[] = {
    {"program_counter", [](const Vcircuit &c) -> uint32_t { return c.program_counter; }},
    {"access", [](const Vcircuit &c) -> uint32_t { return c.access; }},
    {"access_address",
     [](const Vcircuit &c) -> uint32_t { return c.access ? c.access_address : 0; }},
    {"fetch_request", [](const Vcircuit &c) -> uint32_t { return c.fetch_request; }},
    {"fetch_address",
     [](const Vcircuit &c) -> uint32_t { return c.fetch_request ? c.fetch_address : 0; }},
    {"data_request", [](const Vcircuit &c) -> uint32_t { return c.data_request; }},
    {"data_write", [](const Vcircuit &c) -> uint32_t { return c.data_request && c.data_write; }},
    {"data_address",
     [](const Vcircuit &c) -> uint32_t { return c.data_request ? c.data_address : 0; }},
    {"data_bytes",
     [](const Vcircuit &c) -> uint32_t {
         return c.data_request && c.data_write ? c.data_bytes : 0;
     }},
};

class Circuit
{
  public:
    Circuit(const Memory &rom, const Memory &flash, Memory ram)
        : rom_(rom), flash_(flash), ram_(std::move(ram)), wires_(&context_)
    {
        wires_.reset = 1;
        for (int i = 0; i < RESET_CYCLES; i++)
            edge();
        wires_.reset = 0;
        settle();
    }

    ~Circuit()
    {
        wires_.final();
    }

    const Vcircuit &wires() const
    {
        return wires_;
    }
    const Memory &ram() const
    {
        return ram_;
    }
    bool stopped() const
    {
        return stopped_;
    }
    uint32_t result() const
    {
        return result_;
    }

    // One cycle: what is written is written at its end.
    void step()
    {
        if (wires_.trapped)
            fail("the core traps at " + hexadecimal(wires_.program_counter));
        if (wires_.data_request && wires_.data_write)
            store();
        edge();
    }

  private:
    void edge()
    {
        wires_.clk = 1;
        wires_.eval();
        settle();
        wires_.clk = 0;
        wires_.eval();
    }

    // Answers what is asked for in this cycle.
    void settle()
    {
        wires_.eval();
        wires_.fetch_read = load(wires_.fetch_address);
        wires_.data_read = load(wires_.data_address);
        wires_.eval();
        if (wires_.data_request && !wires_.data_write && find(wires_.data_address) == nullptr)
            outside("a load");
    }

    const Memory *find(uint32_t address) const
    {
        for (const Memory *memory : {&ram_, &flash_, &rom_})
            if (memory->holds(address))
                return memory;
        return nullptr;
    }

    uint32_t load(uint32_t address) const
    {
        const Memory *memory = find(address);
        return memory == nullptr ? 0 : memory->word(address);
    }

    void store()
    {
        uint32_t address = wires_.data_address, value = wires_.data_written;
        if ((address & ~3u) == STOP) {
            stopped_ = true;
            result_ = value;
            return;
        }
        if (!ram_.holds(address))
            outside("a store");
        uint8_t *to = &ram_.bytes[(address - ram_.address) & ~3u];
        for (unsigned i = 0; i < 4; i++)
            if ((wires_.data_bytes >> i & 1) != 0)
                to[i] = static_cast<uint8_t>(value >> 8 * i);
    }

    [[noreturn]] void outside(const std::string &what) const
    {
        fail(what + " outside the memories, of " + hexadecimal(wires_.data_address) + ", at " +
             hexadecimal(wires_.program_counter));
    }

    const Memory &rom_, &flash_;
    Memory ram_;
    VerilatedContext context_;
    Vcircuit wires_;
    bool stopped_ = false;
    uint32_t result_ = 0;
};

// The first wire that differs, told; whether there is one.
bool differ(const Circuit &first, const Circuit &other, size_t number, uint64_t cycle)
{
    for (const Wire &wire : WIRES) {
        uint32_t a = wire.value(first.wires()), b = wire.value(other.wires());
        if (a == b)
            continue;
        std::printf("wire %s %zu %" PRIu64 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", wire.name,
                    number, cycle, a, b, uint32_t{first.wires().program_counter});
        return true;
    }
    return false;
}

void run(std::vector<std::unique_ptr<Circuit>> &circuits, uint64_t limit)
{
    std::vector<bool> differs(circuits.size(), false);
    size_t running = circuits.size();
    for (uint64_t cycle = 0; running > 0; cycle++) {
        if (cycle == limit)
            fail("the run does not end within " + std::to_string(limit) + " cycles");
        if (cycle % PROGRESS_CYCLES == 0) {
            std::printf("at %" PRIu64 "\n", cycle);
            std::fflush(stdout);
        }
        for (size_t i = 0; i < circuits.size(); i++) {
            if (circuits[i]->stopped())
                continue;
            if (i > 0 && !differs[i] && !circuits[0]->stopped())
                differs[i] = differ(*circuits[0], *circuits[i], i, cycle);
        }
        for (size_t i = 0; i < circuits.size(); i++) {
            if (circuits[i]->stopped())
                continue;
            circuits[i]->step();
            if (circuits[i]->stopped()) {
                std::printf("stop %zu %" PRIu64 " %" PRIu32 "\n", i, cycle, circuits[i]->result());
                running--;
            }
        }
    }
}

uint32_t number(const char *text)
{
    return static_cast<uint32_t>(std::strtoul(text, nullptr, 0));
}

} // namespace

int main(int count, char **words)
{
    if (count < 7)
        fail("usage: bench CYCLES ROM FLASH_ADDRESS FLASH RAM_ADDRESS RAM...");
    const Memory rom = read_memory(0, words[2]);
    const Memory flash = read_memory(number(words[3]), words[4]);
    std::vector<std::unique_ptr<Circuit>> circuits;
    for (int i = 6; i < count; i++)
        circuits.push_back(
            std::make_unique<Circuit>(rom, flash, read_memory(number(words[5]), words[i])));
    run(circuits, std::strtoull(words[1], nullptr, 0));
    for (int i = 6; i < count; i++)
        write_memory(circuits[static_cast<size_t>(i - 6)]->ram(), std::string(words[i]) + ".out");
    return 0;
}
